package dev.tenure.examples.directory;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "add-kind",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Adds a kind of alternate key to the directory, which all processes must know.")
final class AddKindCommand implements Callable<Integer> {
  @Mixin private final KindOption kind = new KindOption();

  @Override
  public Integer call() throws AdminException {
    return kind.change("ADD");
  }
}
