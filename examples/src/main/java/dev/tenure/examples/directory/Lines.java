package dev.tenure.examples.directory;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Prints entries and differences as lines of columns. */
final class Lines {
  private Lines() {}

  static void entries(List<JsonNode> rows, PrintStream out) {
    for (JsonNode row : rows) {
      out.println(entry(row));
    }
    out.println(rows.size() == 1 ? "1 entry" : rows.size() + " entries");
  }

  static String moves(long number) {
    return number == 1 ? "1 move" : number + " moves";
  }

  static String entry(JsonNode row) {
    return String.format(
        Locale.ROOT,
        "%-40s %-10s %-16s created %s",
        tenant(row),
        row.get("state").asString(),
        row.get("cluster").asString(),
        row.get("created").asString());
  }

  static String difference(JsonNode row) {
    return String.format(
        Locale.ROOT,
        "%-20s %-40s on %-16s %s%s%s",
        row.get("kind").asString(),
        tenant(row),
        row.get("cluster").asString(),
        row.path("state").asString(""),
        row.path("keyKind").isString() ? ", key " + row.get("keyKind").asString() : "",
        row.path("repaired").asBoolean(false) ? ", repaired" : "");
  }

  static String tenant(JsonNode row) {
    return row.get("application").asString() + "/" + row.get("user").asString();
  }
}
