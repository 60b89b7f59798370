package dev.tenure.examples.directory;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "replace",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Gives a tenant another key instead of a key that several tenants own.")
final class ReplaceCommand implements Callable<Integer> {
  @Mixin private final KeyOption key = new KeyOption();

  @Parameters(index = "2", paramLabel = "REPLACEMENT", description = "the value of the new key")
  private String replacement = "";

  @Override
  public Integer call() throws AdminException {
    return key.decide("replace-key", Map.of("replacement", replacement));
  }
}
