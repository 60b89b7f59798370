package dev.tenure.record.global.audit;

import dev.tenure.record.global.upkeep.WalkOptions;
import java.time.Duration;

/**
 * Options of an audit.
 *
 * @param repair whether findings are repaired; off by default
 * @param grace the time for which an index record must stay unchanged before it counts as garbage,
 *     since a write under way may have put it there; one second by default. A repair makes such a
 *     write fail, so choose more time than the slowest write takes
 * @param dummyAge the age from which a dummy is reported, by the clock of the client that made it;
 *     one minute by default
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
