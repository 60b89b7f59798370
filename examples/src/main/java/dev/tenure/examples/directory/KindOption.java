package dev.tenure.examples.directory;

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
  int change(String change) throws AdminException {
    JsonNode told;
    long shown = -1;
    do {
      told = admin.post(List.of("kinds"), reason.body(Map.of("kind", kind, "change", change)));
      long records = told.get("records").asLong();
      if (records != shown) {
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
    if (told.get("refused").asLong() > 0) {
      admin
          .out()
          .println(
              told.get("refused").asLong()
                  + " tenants were refused the key, since another tenant owns it; change them, and"
                  + " repeat the command");
      return DirectoryCommand.EXIT_FAILED;
    }
    admin.out().printf(Locale.ROOT, "done: %,d changed%n", told.get("changed").asLong());
    return 0;
  }
}
