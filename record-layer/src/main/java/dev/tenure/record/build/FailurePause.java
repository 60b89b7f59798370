package dev.tenure.record.build;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait after slices that failed, drawn at random so that builders get apart. */
final class FailurePause {
  static final Duration FIRST = Duration.ofMillis(10);
  static final Duration LONGEST = Duration.ofSeconds(1);
  private static final int DOUBLINGS_MAX = 20;

  private FailurePause() {}

  /**
   * At most ten milliseconds after one failure, twice as long after each further, up to a second.
   *
   * @param failures how many slices failed in a row, at least 1
   */
  static Duration after(int failures, RandomGenerator random) {
    long longest = FIRST.toNanos() << Math.min(failures - 1, DOUBLINGS_MAX);
    return Duration.ofNanos(random.nextLong(Math.min(longest, LONGEST.toNanos())) + 1);
  }
}
