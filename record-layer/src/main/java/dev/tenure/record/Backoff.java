package dev.tenure.record;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The waits between the attempts of a run. */
final class Backoff {
  private final RunOptions.Limits limits;
  private final RandomGenerator random;

  Backoff(RunOptions.Limits limits, RandomGenerator random) {
    this.limits = limits;
    this.random = random;
  }

  /**
   * Between half and all of the initial delay, doubled with each retry up to the longest.
   *
   * @param attempt the one to wait for, from 1
   */
  Duration before(int attempt) {
    double doubled = limits.initialDelay().toNanos() * Math.pow(2, attempt - 1.0);
    double longest = Math.min((double) limits.delayMax().toNanos(), doubled);
    return Duration.ofNanos((long) (longest * (0.5 + random.nextDouble() / 2)));
  }
}
