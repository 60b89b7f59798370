package dev.tenure.record;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Seeds of model tests: a fresh one, or the one given by {@code -Dtenure.seed}. */
public final class Seeds {
  private Seeds() {}

  /** A generator from a seed that is printed. */
  public static RandomGenerator random(String test) {
    long seed = Long.getLong("tenure.seed", System.nanoTime());
    System.out.println(test + ": replay with -Dtenure.seed=" + seed);
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
