package dev.tenure.queue;

import dev.tenure.late.LateOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs tests that know nothing of it on clusters whose answers are late: with {@code
 * -Dtenure.late.seed=SEED}. Tests tagged {@code punctual} are left out then. See docs/testing.md.
 */
public final class LateMode {
  static final Duration DELAY_MAX = Duration.ofMillis(2);

  private LateMode() {}

  /** How late answers are; empty without a seed. */
  public static Optional<LateOptions> options() {
    return seed().isEmpty()
        ? Optional.empty()
        : Optional.of(LateOptions.seeded(Long.parseLong(seed())).withDelayMax(DELAY_MAX));
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
