package dev.tenure.examples.directory;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Prints moves as lines. */
final class MoveLines {
  private static final int BAR = 20;
  private static final double BYTES_PER_MB = 1e6;
  private static final int SECONDS_PER_MINUTE = 60;

  private MoveLines() {}

  static String of(JsonNode move) {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s from %s to %s: %s",
                Lines.tenant(move),
                move.get("source").asString(),
                move.get("target").asString(),
                move.get("state").asString()));
    if (move.get("state").asString().equals("COMPLETED")) {
      line.append(
          String.format(
              Locale.ROOT,
              ", %,d rows, %.1f MB, refused for %.1f ms",
              move.get("rows").asLong(),
              move.get("bytes").asLong() / BYTES_PER_MB,
              move.get("closedMillis").asDouble()));
    }
    JsonNode underWay = move.get("underWay");
    if (underWay.isObject() && underWay.get("progress").isObject()) {
      line.append(' ').append(progress(underWay.get("progress")));
    }
    if (!move.get("problem").asString().isEmpty()) {
      line.append(" (").append(move.get("problem").asString()).append(')');
    }
    return line.toString();
  }

  private static String progress(JsonNode progress) {
    double part = progress.get("part").asDouble();
    int full = (int) (part * BAR);
    String left =
        progress.get("secondsLeft").isNull()
            ? ""
            : ", " + duration(progress.get("secondsLeft").asLong()) + " left";
    return String.format(
        Locale.ROOT,
        "[%s%s] %d %% of %.1f MB, %s%s",
        "#".repeat(full),
        ".".repeat(BAR - full),
        (int) (part * 100),
        progress.get("bytesInAll").asLong() / BYTES_PER_MB,
        progress.get("step").asString().toLowerCase(Locale.ROOT).replace('_', ' '),
        left);
  }

  private static String duration(long seconds) {
    return seconds < SECONDS_PER_MINUTE
        ? seconds + " s"
        : seconds / SECONDS_PER_MINUTE + " min " + seconds % SECONDS_PER_MINUTE + " s";
  }
}
