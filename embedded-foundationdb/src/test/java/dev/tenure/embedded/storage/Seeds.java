package dev.tenure.embedded.storage;

import java.util.Random;

/** Seeds of random tests: fresh in each run, printed on failure, replayed by tenure.seed. */
public final class Seeds {
  private Seeds() {}

  /** A test body of one seed. */
  public interface Body {
    void run(Random random) throws Exception;
  }

  /** Runs the body with several fresh seeds, or once with -Dtenure.seed. */
  public static void forEach(int count, Body body) throws Exception {
    Long given = Long.getLong("tenure.seed");
    long first = given == null ? System.nanoTime() : given;
    for (long seed = first; seed < first + (given == null ? count : 1); seed++) {
      try {
        body.run(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("failed; replay with -Dtenure.seed=" + seed, e);
      }
    }
  }
}
