package dev.tenure.examples.directory;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Prints the entry of a tenant.")
final class ShowCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      names = "--reveal",
      description =
          "also prints display name, alternate keys and attributes, which may be personal data")
  private boolean reveal;

  @Override
  public Integer call() throws AdminException {
    JsonNode entry = admin.get(tenant.path(), reveal ? Map.of("reveal", "true") : Map.of());
    admin.out().println(Lines.entry(entry.get("tenant")));
    if (!entry.get("reason").asString().isEmpty()) {
      admin.out().println("suspended: " + entry.get("reason").asString());
    }
    entry.get("keyKinds").forEach(kind -> admin.out().println("has a key " + kind.asString()));
    JsonNode details = entry.get("details");
    if (details != null && details.isObject()) {
      print(details);
    }
    return 0;
  }

  private void print(JsonNode details) {
    admin.out().println("display name: " + details.get("displayName").asString());
    for (JsonNode key : details.get("keys")) {
      admin.out().println(key.get("kind").asString() + ": " + key.get("value").asString());
    }
    details
        .get("attributes")
        .properties()
        .forEach(each -> admin.out().println(each.getKey() + " = " + each.getValue().asString()));
  }
}
