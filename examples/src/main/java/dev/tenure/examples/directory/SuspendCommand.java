package dev.tenure.examples.directory;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "suspend",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Suspends a tenant: no item is enqueued and none begins until it is resumed.")
final class SuspendCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "the reason, kept with the tenant, at most 500 characters")
  private String reason = "";

  @Override
  public Integer call() throws AdminException {
    JsonNode entry = admin.post(tenant.path("suspend"), Map.of("reason", reason));
    admin.out().println(Lines.entry(entry.get("tenant")));
    return 0;
  }
}
