package dev.tenure.examples.directory;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "delete",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Counts a tenant's records and items; with --yes, deletes the tenant with them.")
final class DeleteCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(names = "--yes", description = "deletes; without it, the command changes nothing")
  private boolean yes;

  @Mixin private final ReasonOption reason = new ReasonOption();

  @Override
  public Integer call() throws AdminException {
    if (!yes) {
      preview(admin.post(tenant.path("delete"), Map.of("dryRun", true)).get("preview"));
      return 0;
    }
    JsonNode done = admin.post(tenant.path("delete"), reason.body(Map.of("dryRun", false)));
    admin.out().println("deleted " + tenant + ": " + done.get("deleted").asBoolean());
    return 0;
  }

  private void preview(JsonNode preview) {
    admin.out().println(Lines.entry(preview.get("tenant")));
    preview
        .get("contents")
        .properties()
        .forEach(
            each ->
                admin
                    .out()
                    .printf(Locale.ROOT, "  %,d %s%n", each.getValue().asLong(), each.getKey()));
    admin.out().println("  " + preview.get("keys").asInt() + " alternate keys");
    admin.out().println("nothing was changed; --yes deletes the tenant");
  }
}
