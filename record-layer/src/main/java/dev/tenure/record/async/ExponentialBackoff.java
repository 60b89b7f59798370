package dev.tenure.record.async;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The delay before a retry. It doubles with each failure in a row, up to a maximum. Jitter spreads
 * the retries of clients that failed at the same time. Example: first 10 ms, longest 1 s give 10,
 * 20, 40, … 640, 1000, 1000 ms.
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
   * @param failures the number of failures in a row, at least 1
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
