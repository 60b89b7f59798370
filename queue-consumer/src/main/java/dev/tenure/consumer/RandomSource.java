package dev.tenure.consumer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The injected random numbers, guarded: generators need not be thread-safe. */
final class RandomSource {
  private final RandomGenerator random;

  RandomSource(RandomGenerator random) {
    this.random = random;
  }

  /** Zero to {@code bound} exclusive. */
  synchronized int below(int bound) {
    return bound == 1 ? 0 : random.nextInt(bound);
  }

  /** Zero to one exclusive. */
  synchronized double fraction() {
    return random.nextDouble();
  }

  /** The duration times a random factor from {@code least} to {@code most}. */
  synchronized Duration jitter(Duration duration, double least, double most) {
    double factor = least + (most - least) * random.nextDouble();
    return Duration.ofNanos((long) (nanos(duration) * factor));
  }

  private static double nanos(Duration duration) {
    return duration.getSeconds() * 1e9 + duration.getNano();
  }
}
