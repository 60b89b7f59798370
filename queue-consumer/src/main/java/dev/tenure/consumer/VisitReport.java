package dev.tenure.consumer;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What the scanner learns from a visit.
 *
 * @param collided another consumer was faster
 * @param moreVested the zone has more that could be taken at once
 * @param unknown types of items in the way that nobody here reads
 * @param metThrottled items were in the way whose type has all running that it may
 * @param failed the visit ended in an error of which the pointer knows nothing
 */
record VisitReport(
    boolean collided,
    boolean moreVested,
    Set<TypeVersion> unknown,
    boolean metThrottled,
    boolean failed) {

  VisitReport {
    unknown = Collections.unmodifiableSet(new LinkedHashSet<>(unknown));
  }

  boolean metUnknown() {
    return !unknown.isEmpty();
  }

  static VisitReport uneventful() {
    return new VisitReport(false, false, Set.of(), false, false);
  }

  static VisitReport collision() {
    return new VisitReport(true, false, Set.of(), false, false);
  }

  static VisitReport failure() {
    return new VisitReport(false, false, Set.of(), false, true);
  }

  static VisitReport of(boolean moreVested, Throttle.Permits permits) {
    return new VisitReport(
        false, moreVested, permits.unknown().keySet(), permits.metThrottled(), false);
  }
}
