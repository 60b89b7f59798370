package dev.tenure.record.global.audit;

import dev.tenure.record.global.upkeep.WalkOptions;
import java.time.Duration;

/**
 * Options of an audit.
 *
 * @param repair whether what is found is repaired; off by default
 * @param grace how long an index record that a write under way may have put there has to stay the
 *     same before it counts as garbage, default one second. A repair fails such a write, so choose
 *     more than the slowest write takes
 * @param dummyAge how old a dummy is before it counts, default one minute, by the clock of the
 *     client that made it
 * @param walk pages, budget and pace
 */
public record AuditOptions(boolean repair, Duration grace, Duration dummyAge, WalkOptions walk) {
  public AuditOptions {
    if (grace.isNegative() || dummyAge.isNegative()) {
      throw new IllegalArgumentException(
          "grace is " + grace + " and dummyAge " + dummyAge + ", the least is zero");
    }
  }

  public static AuditOptions defaults() {
    return new AuditOptions(
        false, Duration.ofSeconds(1), Duration.ofMinutes(1), WalkOptions.defaults());
  }

  public AuditOptions withRepair(boolean isRepairing) {
    return new AuditOptions(isRepairing, grace, dummyAge, walk);
  }

  public AuditOptions withGrace(Duration duration) {
    return new AuditOptions(repair, duration, dummyAge, walk);
  }

  public AuditOptions withDummyAge(Duration duration) {
    return new AuditOptions(repair, grace, duration, walk);
  }

  public AuditOptions withWalk(WalkOptions options) {
    return new AuditOptions(repair, grace, dummyAge, options);
  }
}
