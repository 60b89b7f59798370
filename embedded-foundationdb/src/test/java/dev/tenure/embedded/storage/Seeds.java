package dev.tenure.embedded.storage;

import java.util.Random;

/**
 * Seeds of random tests: the same in each run, printed on failure; one replayed by {@code
 * -Dtenure.seed}, others drawn for {@code -Dtenure.seed=fresh}.
 */
public final class Seeds {
  private Seeds() {}

  /** A test body of one seed. */
  public interface Body {
    void run(Random random) throws Exception;
  }

  /** Runs the body with several seeds, or once with -Dtenure.seed. */
  public static void forEach(int count, Body body) throws Exception {
    String given = System.getProperty("tenure.seed", "");
    boolean fresh = given.equals("fresh");
    boolean one = !given.isEmpty() && !fresh;
    long first = one ? Long.parseLong(given) : fresh ? System.nanoTime() : 1;
    for (long seed = first; seed < first + (one ? 1 : count); seed++) {
      try {
        body.run(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("failed; replay with -Dtenure.seed=" + seed, e);
      }
    }
  }
}
