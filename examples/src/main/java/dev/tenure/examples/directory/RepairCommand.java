package dev.tenure.examples.directory;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Repairs a difference that the audit has found (docs/tenants.md).")
final class RepairCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Parameters(
      index = "1",
      paramLabel = "REPAIR",
      description =
          "the repair: finish, create-store, forget, adopt-store, delete-store or point-to")
  private String repair = "";

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "the cluster of the store, for adopt-store, delete-store and point-to")
  private @Nullable String cluster;

  @Mixin private final ReasonOption reason = new ReasonOption();

  @Override
  public Integer call() throws AdminException {
    Map<String, String> body = new LinkedHashMap<>();
    body.put("repair", repair.replace('-', '_').toUpperCase(Locale.ROOT));
    if (cluster != null) {
      body.put("cluster", cluster);
    }
    JsonNode done = admin.post(tenant.path("repair"), reason.body(body));
    admin.out().println("done: " + done.get("repair").asString());
    return 0;
  }
}
