package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import dev.tenure.examples.directory.AdminOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Lists the applications of which a cluster stores a schema.")
final class SchemaListCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption(SchemaCommand.RESOURCE);

  @Override
  public Integer call() throws AdminException {
    admin
        .get(List.of(), Map.of())
        .get("applications")
        .forEach(name -> admin.out().println(name.asString()));
    return 0;
  }
}
