package dev.tenure.bench.fleet;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A log-normal time.
 *
 * @param sigma of the logarithm; 0 = always the median
 */
public record Latency(Duration median, double sigma) {
  public static final Latency NONE = new Latency(Duration.ZERO, 0);

  /** In nanoseconds. */
  public long draw(RandomGenerator random) {
    long nanos = median.toNanos();
    return nanos == 0 ? 0 : (long) (nanos * Math.exp(sigma * random.nextGaussian()));
  }
}
