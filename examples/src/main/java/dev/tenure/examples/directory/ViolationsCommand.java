package dev.tenure.examples.directory;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "violations",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Lists alternate keys that several tenants own. Exit code 1 when there is such a key.")
final class ViolationsCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();

  @Option(
      names = "--reveal",
      description = "also prints the values of keys, which may be personal data")
  private boolean reveal;

  @Override
  public Integer call() throws AdminException {
    JsonNode found =
        admin.get(List.of("violations"), Map.of("limit", "1000", "reveal", String.valueOf(reveal)));
    for (JsonNode each : found) {
      String owners =
          each.get("owners").valueStream().map(Lines::tenant).collect(Collectors.joining(", "));
      admin
          .out()
          .printf(
              Locale.ROOT,
              "%-16s %s owned by %s, found %s%n",
              each.get("kind").asString(),
              each.path("value").asString("hidden"),
              owners,
              each.get("noted").asString());
    }
    admin.out().println(found.size() == 1 ? "1 violated key" : found.size() + " violated keys");
    return found.isEmpty() ? 0 : DirectoryCommand.EXIT_FAILED;
  }
}
