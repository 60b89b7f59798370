package dev.tenure.examples.directory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** A kind of alternate key that is added or dropped. */
final class KindOption {
  @Mixin private final AdminOption admin = new AdminOption();

  @Parameters(index = "0", paramLabel = "KIND", description = "the kind of key, such as email")
  private String kind = "";

  @Mixin private final ReasonOption reason = new ReasonOption();

  /** Makes the server change the kind, and waits for the end. Returns the exit code. */
  int change(Map<String, String> change) throws AdminException {
    Map<String, String> body = new LinkedHashMap<>(change);
    body.put("kind", kind);
    JsonNode told;
    long shown = -1;
    do {
      told = admin.post(List.of("kinds"), reason.body(body));
      long records = told.get("records").asLong();
      if (records != shown && told.get("shards").asInt() > 0) {
        admin
            .out()
            .printf(
                Locale.ROOT,
                "%,d records, %d of %d shards%n",
                records,
                told.get("shardsDone").asInt(),
                told.get("shards").asInt());
        shown = records;
      }
    } while (!told.get("done").asBoolean() && told.get("refused").asLong() == 0);
    admin.out().println(outcome(told, change));
    return told.get("refused").asLong() > 0 ? DirectoryCommand.EXIT_FAILED : 0;
  }

  private String outcome(JsonNode told, Map<String, String> change) {
    long refused = told.get("refused").asLong();
    if (refused > 0) {
      return (refused == 1 ? "1 tenant was" : refused + " tenants were")
          + " refused the key, since another tenant owns it; change the attribute, and repeat the"
          + " command";
    }
    boolean derives = change.containsKey("fromAttribute");
    if (told.get("shards").asInt() == 0) {
      return kind
          + " is in force already: nothing was changed"
          + (derives ? "; drop-kind and then add-kind give the tenants keys" : "");
    }
    String done = String.format(Locale.ROOT, "done: %,d changed", told.get("changed").asLong());
    return derives || change.containsValue("DROP")
        ? done
        : done
            + "; tenants that there were have no key of kind "
            + kind
            + ": the application gives it, or drop-kind and add-kind with --from-attribute";
  }
}
