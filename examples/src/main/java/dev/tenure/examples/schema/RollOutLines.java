package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import dev.tenure.examples.directory.AdminOption;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Prints how far a roll-out is, once or until it has ended. */
record RollOutLines(AdminOption admin, String application) {
  private static final long EVERY_MILLIS = 1_000;

  JsonNode read() throws AdminException {
    return admin.get(List.of(application), Map.of());
  }

  /**
   * Prints a line a second until the roll-out is done or stands still, because a person has stopped
   * it or because only builds are left that have died. The exit code.
   */
  int follow() throws AdminException {
    while (true) {
      JsonNode schema = read();
      admin.out().println(line(schema));
      if (schema.get("done").asBoolean()) {
        return 0;
      }
      if (isStopped(schema)) {
        return SchemaCommand.EXIT_FAILED;
      }
      if (hasFailed(schema)) {
        admin.out().println("index builds have died; show tells why, retry begins them again");
        return SchemaCommand.EXIT_FAILED;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return SchemaCommand.EXIT_FAILED;
      }
    }
  }

  /** Whether a person has paused or cancelled it. */
  private static boolean isStopped(JsonNode schema) {
    return StreamSupport.stream(schema.get("clusters").spliterator(), false)
        .anyMatch(
            each ->
                each.get("paused").asBoolean(false)
                    || each.get("phase").asString("").equals("CANCELLED"));
  }

  /** Whether nothing is left on any cluster but builds that have died. */
  private static boolean hasFailed(JsonNode schema) {
    long failed = 0;
    for (JsonNode each : schema.get("clusters")) {
      String phase = each.get("phase").asString("");
      if (!phase.equals("DONE")
          && (!phase.equals("BUILDING") || each.get("left").asInt() > each.get("failed").asInt())) {
        return false;
      }
      failed += each.get("failed").asInt();
    }
    return failed > 0;
  }

  private static String line(JsonNode schema) {
    return "version "
        + schema.get("version").asInt()
        + ": "
        + StreamSupport.stream(schema.get("clusters").spliterator(), false)
            .map(RollOutLines::cluster)
            .collect(Collectors.joining(", "));
  }

  static String cluster(JsonNode each) {
    String name = each.get("cluster").asString();
    if (each.get("phase").isNull()) {
      return name + " " + (each.get("problem").isNull() ? "no schema" : "does not answer");
    }
    String phase = each.get("phase").asString().toLowerCase(Locale.ROOT);
    int left = each.get("left").asInt();
    int failed = each.get("failed").asInt();
    return String.format(
        Locale.ROOT,
        "%s %s%s %,d/%,d%s%s%s",
        name,
        phase,
        each.get("paused").asBoolean() ? " (paused)" : "",
        each.get("visited").asLong(),
        each.get("tenants").asLong(),
        left == 0 ? "" : String.format(Locale.ROOT, ", %,d left", left),
        failed == 0 ? "" : String.format(Locale.ROOT, ", %,d failed", failed),
        each.get("secondsLeft").isNull() ? "" : ", " + each.get("secondsLeft").asLong() + " s");
  }

  /** Prints the result of a publication. */
  static void published(JsonNode answer, PrintStream out) {
    out.println(
        "version "
            + answer.get("version").asInt()
            + (answer.get("changed").asBoolean() ? " is published" : " was published before"));
    missing(answer, out);
  }

  static void missing(JsonNode answer, PrintStream out) {
    answer
        .get("missing")
        .properties()
        .forEach(each -> out.println("  not yet on " + each.getKey() + ": " + each.getValue()));
  }
}
