package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "create-index",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Adds a value index to the stored schema, for all tenants of the application.")
final class CreateIndexCommand implements Callable<Integer> {
  @Mixin private final ChangeOptions change = new ChangeOptions();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      required = true,
      description = "the record type whose records are indexed")
  private String type = "";

  @Option(
      names = "--index",
      paramLabel = "NAME",
      required = true,
      description = "the name of the index")
  private String index = "";

  @Option(
      names = "--columns",
      paramLabel = "FIELD",
      required = true,
      split = ",",
      description = "fields with commas between, such as name,address.city")
  private List<String> columns = List.of();

  @Option(names = "--unique", description = "two records of a tenant cannot have equal columns")
  private boolean unique;

  @Override
  public Integer call() throws AdminException {
    return change.send(
        "create-index",
        Map.of("recordType", type, "name", index, "columns", columns, "unique", unique));
  }
}
