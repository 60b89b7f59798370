package dev.tenure.bench.fleet;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A log-normally distributed time.
 *
 * @param sigma the standard deviation of the logarithm; with 0 the time is always the median
 */
public record Latency(Duration median, double sigma) {
  public static final Latency NONE = new Latency(Duration.ZERO, 0);

  /** Draws a time in nanoseconds. */
  public long draw(RandomGenerator random) {
    long nanos = median.toNanos();
    return nanos == 0 ? 0 : (long) (nanos * Math.exp(sigma * random.nextGaussian()));
  }
}
