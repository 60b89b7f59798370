package dev.tenure.testkit.engine;

import java.time.Duration;

/**
 * The rates of an engine's faults, each from 0 to 1.
 *
 * @param conflict the rate of commits that fail with 1020, although no other transaction has
 *     written
 * @param tooOld the rate of commits that fail with 1007
 * @param unknownApplied the rate of commits that are applied, and whose clients get 1021
 * @param unknownNotApplied the rate of commits that are not applied, and whose clients get 1021
 * @param delayed the rate of late commits, answers to commits, read versions and firings of watches
 * @param readDelayed the rate of reads whose rows come late
 * @param watchLost the rate of watches whose firing never arrives
 * @param lagging the rate of read versions that are older than the last commit
 * @param delayMax the longest delay, and the greatest age of a lagging read version
 */
public record FaultRates(
    double conflict,
    double tooOld,
    double unknownApplied,
    double unknownNotApplied,
    double delayed,
    double readDelayed,
    double watchLost,
    double lagging,
    Duration delayMax) {

  /** No faults. */
  public static FaultRates none() {
    return new FaultRates(0, 0, 0, 0, 0, 0, 0, 0, Duration.ZERO);
  }

  /** Rates with which no call fails, and some answers take up to {@code delayMax}. */
  public static FaultRates onlyDelays(Duration delayMax) {
    return new FaultRates(0, 0, 0, 0, 0.3, 0.3, 0, 0, delayMax);
  }

  /**
   * Rates with some faults of every kind except lagging read versions, for which programs need not
   * be prepared.
   */
  public static FaultRates usual() {
    return new FaultRates(0.03, 0.01, 0.02, 0.02, 0.1, 0.02, 0.05, 0, Duration.ofMillis(50));
  }
}
