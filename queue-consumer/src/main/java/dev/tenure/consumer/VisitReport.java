package dev.tenure.consumer;

/**
 * What the scanner learns from a visit.
 *
 * @param collided another consumer was faster
 * @param moreVested the zone has more that could be taken at once
 * @param metUnknown items of unknown type were in the way
 * @param metThrottled items were in the way whose type has all running that it may
 * @param failed the visit ended in an error of which the pointer knows nothing
 */
record VisitReport(
    boolean collided,
    boolean moreVested,
    boolean metUnknown,
    boolean metThrottled,
    boolean failed) {

  static VisitReport uneventful() {
    return new VisitReport(false, false, false, false, false);
  }

  static VisitReport collision() {
    return new VisitReport(true, false, false, false, false);
  }

  static VisitReport failure() {
    return new VisitReport(false, false, false, false, true);
  }

  static VisitReport of(boolean moreVested, Throttle.Permits permits) {
    return new VisitReport(false, moreVested, permits.metUnknown(), permits.metThrottled(), false);
  }
}
