package dev.tenure.consumer.environment;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Guards the injected random number generator, which need not be thread-safe. */
public final class RandomSource {
  private final RandomGenerator random;

  public RandomSource(RandomGenerator random) {
    this.random = random;
  }

  /** A random number from zero to {@code bound}, exclusive. */
  public synchronized int below(int bound) {
    return bound == 1 ? 0 : random.nextInt(bound);
  }

  /** A random number from zero to one, exclusive. */
  public synchronized double fraction() {
    return random.nextDouble();
  }

  /** The duration times a random factor from {@code least} to {@code most}. */
  public synchronized Duration jitter(Duration duration, double least, double most) {
    double factor = least + (most - least) * random.nextDouble();
    return Duration.ofNanos((long) (nanos(duration) * factor));
  }

  private static double nanos(Duration duration) {
    return duration.getSeconds() * 1e9 + duration.getNano();
  }
}
