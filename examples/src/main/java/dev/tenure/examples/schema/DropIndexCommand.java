package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "drop-index",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Removes an index from the stored schema, and clears it in all stores.")
final class DropIndexCommand implements Callable<Integer> {
  @Mixin private final ChangeOptions change = new ChangeOptions();

  @Option(
      names = "--index",
      paramLabel = "NAME",
      required = true,
      description = "the name of the index")
  private String index = "";

  @Override
  public Integer call() throws AdminException {
    return change.send("drop-index", Map.of("name", index));
  }
}
