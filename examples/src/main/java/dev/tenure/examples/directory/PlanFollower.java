package dev.tenure.examples.directory;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Prints the progress of a plan until it has ended. The plan goes on when that is stopped. */
final class PlanFollower {
  private static final long EVERY_MILLIS = 1_000;
  private static final double BYTES_PER_MB = 1e6;

  private final AdminOption admin;
  private final String plan;
  private String before = "";

  PlanFollower(AdminOption admin, String plan) {
    this.admin = admin;
    this.plan = plan;
  }

  /** Returns the exit code: 0 when all its moves were completed. */
  int follow() throws AdminException {
    JsonNode progress = admin.get(List.of("plans", plan), Map.of());
    tell(progress);
    while (!progress.get("ended").asBoolean()) {
      pause();
      progress = admin.get(List.of("plans", plan), Map.of());
      tell(progress);
    }
    boolean all = progress.get("completed").asLong() == progress.get("plan").get("moves").asLong();
    return all ? 0 : DirectoryCommand.EXIT_FAILED;
  }

  private void tell(JsonNode progress) {
    String line = told(progress);
    if (!line.equals(before)) {
      admin.out().println(line);
    }
    before = line;
  }

  static String told(JsonNode progress) {
    return String.format(
        Locale.ROOT,
        "%s: %d of %d moves completed, %.1f MB; %d open, %d paused, %d reverting, %d reverted,"
            + " %d failed",
        progress.get("plan").get("id").asString(),
        progress.get("completed").asLong(),
        progress.get("plan").get("moves").asLong(),
        progress.get("bytes").asLong() / BYTES_PER_MB,
        progress.get("open").asLong(),
        progress.get("paused").asLong(),
        progress.get("reverting").asLong(),
        progress.get("reverted").asLong(),
        progress.get("failed").asLong());
  }

  private static void pause() throws AdminException {
    try {
      TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdminException("interrupted; the plan goes on", e);
    }
  }
}
