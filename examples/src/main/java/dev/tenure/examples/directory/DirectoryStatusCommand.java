package dev.tenure.examples.directory;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Prints the directory, and how far its adoption is.")
final class DirectoryStatusCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();

  @Override
  public Integer call() throws AdminException {
    JsonNode directory = admin.get(List.of(), Map.of());
    if (!directory.get("present").asBoolean()) {
      admin.out().println("this deployment has no tenant directory");
      return 0;
    }
    admin.out().println("shards on " + names(directory.get("shards")));
    admin.out().println("alternate keys: " + kinds(directory.get("kinds")));
    admin
        .out()
        .println(
            directory.get("active").asBoolean()
                ? "every tenant has an entry"
                : "the directory is being filled");
    for (JsonNode cluster : directory.get("clusters")) {
      admin
          .out()
          .printf(
              Locale.ROOT,
              "  %s: %,d tenants walked, %,d added%s%n",
              cluster.get("name").asString(),
              cluster.get("walked").asLong(),
              cluster.get("added").asLong(),
              cluster.get("done").asBoolean() ? ", done" : "");
    }
    return 0;
  }

  private static String kinds(JsonNode kinds) {
    return kinds.isEmpty()
        ? "none"
        : kinds.valueStream().map(DirectoryStatusCommand::kind).collect(Collectors.joining(", "));
  }

  private static String kind(JsonNode kind) {
    String state = kind.get("state").asString();
    return kind.get("name").asString() + (state.equals("READABLE") ? "" : " (" + state + ")");
  }

  private static String names(JsonNode array) {
    return array.isEmpty()
        ? "none"
        : array.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
  }
}
