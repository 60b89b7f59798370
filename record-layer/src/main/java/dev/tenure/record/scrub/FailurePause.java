package dev.tenure.record.scrub;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait after slices that failed. */
final class FailurePause {
  private static final Duration FIRST = Duration.ofMillis(10);
  private static final int DOUBLED_MAX = 5;

  private FailurePause() {}

  /** After so many failures in a row: up to 10 ms, doubled with each, up to 320 ms. */
  static Duration after(int failures, RandomGenerator random) {
    long most = FIRST.toNanos() << Math.min(failures - 1, DOUBLED_MAX);
    return Duration.ofNanos(random.nextLong(most + 1));
  }
}
