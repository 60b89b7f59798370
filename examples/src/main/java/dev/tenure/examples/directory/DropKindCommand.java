package dev.tenure.examples.directory;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "drop-kind",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Drops a kind of alternate key: all tenants lose their keys of it.")
final class DropKindCommand implements Callable<Integer> {
  @Mixin private final KindOption kind = new KindOption();

  @Override
  public Integer call() throws AdminException {
    return kind.change(Map.of("change", "DROP"));
  }
}
