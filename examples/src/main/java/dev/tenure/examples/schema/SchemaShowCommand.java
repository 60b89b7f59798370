package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import dev.tenure.examples.directory.AdminOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Prints the newest schema of an application, and how far its roll-out is on each cluster.")
final class SchemaShowCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption(SchemaCommand.RESOURCE);
  @Mixin private final ApplicationOption application = new ApplicationOption();

  @Option(names = "--wait", description = "prints a line a second until the roll-out has ended")
  private boolean wait;

  @Override
  public Integer call() throws AdminException {
    RollOutLines lines = new RollOutLines(admin, application.toString());
    if (wait) {
      return lines.follow();
    }
    JsonNode schema = lines.read();
    admin.out().println("version " + schema.get("version").asInt());
    schema
        .get("indexes")
        .forEach(
            index ->
                admin
                    .out()
                    .println(
                        "  index "
                            + index.get("name").asString()
                            + " of "
                            + index.get("recordTypes")
                            + ": "
                            + index.get("columns").asString()));
    for (JsonNode cluster : schema.get("clusters")) {
      admin.out().println(RollOutLines.cluster(cluster));
      cluster.path("examples").forEach(left -> admin.out().println("  " + line(left)));
    }
    return 0;
  }

  private static String line(JsonNode left) {
    return left.get("user").asString()
        + " "
        + left.get("kind").asString()
        + " "
        + left.get("reason").asString();
  }
}
