package dev.tenure.examples.directory;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The decision about an alternate key of a tenant that other tenants own, too. */
final class KeyOption {
  @Mixin private final AdminOption admin = new AdminOption();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Parameters(index = "1", paramLabel = "KIND", description = "the kind of key, such as email")
  private String kind = "";

  @Option(
      names = "--value",
      paramLabel = "VALUE",
      description = "the value of the key, if the tenant owns several such keys of the kind")
  private @Nullable String value;

  @Mixin private final ReasonOption reason = new ReasonOption();

  /** Requests the decision. Returns the exit code. */
  int decide(String decision, Map<String, String> more) throws AdminException {
    Map<String, String> body = new LinkedHashMap<>(more);
    body.put("kind", kind);
    if (value != null) {
      body.put("value", value);
    }
    JsonNode done = admin.post(tenant.path(decision), reason.body(body));
    String outcome = done.get("outcome").asString();
    admin
        .out()
        .println(
            switch (outcome) {
              case "RESOLVED" -> "the key has one owner";
              case "NOT_OWNER" -> tenant + " does not own the key any more; nothing was changed";
              default -> "done, and several tenants still own the key";
            });
    return outcome.equals("NOT_OWNER") ? DirectoryCommand.EXIT_FAILED : 0;
  }
}
