package dev.tenure.testkit.engine;

import java.time.Duration;

/**
 * The rates of an engine's faults, each from 0 to 1.
 *
 * @param conflict a commit fails with 1020, though no other transaction has written
 * @param tooOld a commit fails with 1007
 * @param unknownApplied a commit is applied, and its client gets 1021
 * @param unknownNotApplied a commit is not applied, and its client gets 1021
 * @param delayed a commit, its answer, a read version or the firing of a watch comes late
 * @param readDelayed the rows of a read come late
 * @param watchLost the firing of a watch never arrives
 * @param lagging a read version is one of the past
 * @param delayMax the longest delay, and how far in the past a lagging read version lies
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

  /** No call fails; now and then an answer takes up to {@code delayMax}. */
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
