package dev.tenure.examples.directory;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Resumes a suspended tenant.")
final class ResumeCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() throws AdminException {
    JsonNode entry = admin.post(tenant.path("resume"), Map.of());
    admin.out().println(Lines.entry(entry.get("tenant")));
    return 0;
  }
}
