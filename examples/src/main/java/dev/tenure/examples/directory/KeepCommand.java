package dev.tenure.examples.directory;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "keep",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Leaves a key that several tenants own to one of them; the others lose it.")
final class KeepCommand implements Callable<Integer> {
  @Mixin private final KeyOption key = new KeyOption();

  @Override
  public Integer call() throws AdminException {
    return key.decide("keep-key", Map.of());
  }
}
