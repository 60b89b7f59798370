package dev.tenure.examples.directory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "find",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Finds the tenant that owns an alternate key.")
final class FindCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();

  @Parameters(index = "0", paramLabel = "KIND", description = "the kind of key, such as email")
  private String kind = "";

  @Parameters(index = "1", paramLabel = "VALUE", description = "its value")
  private String value = "";

  @Override
  public Integer call() throws AdminException {
    JsonNode found = admin.post(List.of("find"), Map.of("kind", kind, "value", value));
    Lines.entries(found.get("rows").valueStream().toList(), admin.out());
    return 0;
  }
}
