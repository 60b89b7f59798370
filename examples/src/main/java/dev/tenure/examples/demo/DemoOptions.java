package dev.tenure.examples.demo;

import dev.tenure.queue.QueueLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The options of the demo.
 *
 * @param tenants the number of tenants over two applications, 1 to 1,000,000
 * @param items the number of paragraphs to save; empty for the whole text, at least one for each
 *     tenant
 * @param abortedShare the share of the paragraphs that a transaction first saves and aborts
 * @param port the port of the admin page; 0 takes a free one
 * @param data the directory of the clusters; the run in an existing one is continued
 * @param report the file for the result as JSON
 * @param crashAfter the time after which the process halts as if it were killed
 * @param exit whether the process ends when the work is done
 */
record DemoOptions(
    int tenants,
    Optional<Integer> items,
    double abortedShare,
    int port,
    Path data,
    Optional<Path> report,
    Optional<Duration> crashAfter,
    boolean exit) {
  static final int TENANTS_MAX = 1_000_000;
  static final int ITEMS_MAX = 100_000_000;

  DemoOptions {
    QueueLimits.checkBetween("--tenants", tenants, 1, TENANTS_MAX);
    items.ifPresent(count -> QueueLimits.checkBetween("--items", count, 1, ITEMS_MAX));
    if (!(abortedShare >= 0 && abortedShare <= 1)) {
      throw new IllegalArgumentException("--aborted is " + abortedShare + ", it must be 0 to 1");
    }
    QueueLimits.checkBetween("--port", port, 0, 65_535);
    requireName("--data", data);
    report.ifPresent(file -> requireName("--report", file));
    crashAfter.ifPresent(
        after ->
            QueueLimits.checkBetween(
                "--crash-after", after, Duration.ofMillis(1), Duration.ofDays(1)));
  }

  /** An empty path is the working directory, which an empty variable of a shell does not mean. */
  private static void requireName(String option, Path path) {
    if (path.toString().isBlank()) {
      throw new IllegalArgumentException(option + " is empty, it must name a path");
    }
  }
}
