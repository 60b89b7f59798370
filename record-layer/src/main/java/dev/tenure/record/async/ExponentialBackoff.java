package dev.tenure.record.async;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after failures: the delay doubles with each failure in a row, up to a longest
 * one. Jitter keeps clients that failed together from repeating together.
 *
 * @param first the delay after one failure, at least zero
 * @param longest the upper limit of every delay, at least {@code first}
 */
public record ExponentialBackoff(Duration first, Duration longest) {
  public ExponentialBackoff {
    if (first.isNegative() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "delays are " + first + " to " + longest + ", expected 0 <= first <= longest");
    }
  }

  /**
   * The delay without jitter.
   *
   * @param failures how many failures there were in a row, at least 1
   */
  public Duration after(int failures) {
    return Duration.ofNanos((long) nanosAfter(failures));
  }

  /** A random delay from half of {@link #after} to all of it. */
  public Duration withEqualJitter(int failures, RandomGenerator random) {
    return Duration.ofNanos((long) (nanosAfter(failures) * (0.5 + random.nextDouble() / 2)));
  }

  /** A random delay from one nanosecond to {@link #after}, which must not be zero. */
  public Duration withFullJitter(int failures, RandomGenerator random) {
    return Duration.ofNanos(random.nextLong((long) nanosAfter(failures)) + 1);
  }

  private double nanosAfter(int failures) {
    return Math.min((double) longest.toNanos(), first.toNanos() * Math.pow(2, failures - 1.0));
  }
}
