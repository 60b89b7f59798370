package dev.tenure.record;

import com.apple.foundationdb.Database;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import java.time.Duration;

/**
 * Runs tests that know nothing of it on a database whose answers are late: with {@code
 * -Dtenure.late.seed=SEED}. Tests tagged {@code punctual} are left out then. See docs/testing.md.
 */
public final class LateMode {
  private LateMode() {}

  /** The engine as it is, or with late answers by the seed. */
  public static Database around(Database engine) {
    return seed().isEmpty()
        ? engine
        : LateDatabase.realTime(
            engine,
            LateOptions.seeded(Long.parseLong(seed()))
                .withDelayed(0.05)
                .withDelayMax(Duration.ofMillis(1)));
  }

  /**
   * Read at each use, since one process may run the tests with one seed after the other. Tells
   * {@code ./tenure late} that the test uses it.
   */
  private static String seed() {
    System.setProperty("tenure.late.used", "");
    return System.getProperty("tenure.late.seed", "");
  }
}
