package dev.tenure.record;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Seeds of model tests: always the same one for a test, so that a build says the same twice; the
 * one given by {@code -Dtenure.seed}; or a fresh one for {@code -Dtenure.seed=fresh}.
 */
public final class Seeds {
  private Seeds() {}

  /** A generator from a seed that is printed. */
  public static RandomGenerator random(String test) {
    long seed = seed(test);
    System.out.println(test + ": replay with -Dtenure.seed=" + seed);
    return of(seed);
  }

  public static RandomGenerator of(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  private static long seed(String test) {
    String given = System.getProperty("tenure.seed", "");
    if (given.isEmpty()) {
      return test.hashCode();
    }
    return given.equals("fresh") ? System.nanoTime() : Long.parseLong(given);
  }
}
