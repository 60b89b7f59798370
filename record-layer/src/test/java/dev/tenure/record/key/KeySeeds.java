package dev.tenure.record.key;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Seeds of model tests: a fresh one, or the one given by {@code -Dtenure.seed}. */
final class KeySeeds {
  private KeySeeds() {}

  /** A generator from a seed that is printed. */
  static RandomGenerator random(String test) {
    long seed = Long.getLong("tenure.seed", System.nanoTime());
    System.out.println(test + ": replay with -Dtenure.seed=" + seed);
    return of(seed);
  }

  static RandomGenerator of(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
