package dev.tenure.consumer.visit;

import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.inflight.TypeVersion;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the scanner learns from a visit.
 *
 * @param collided another consumer was faster
 * @param moreVested the zone has more that could be taken at once
 * @param unknown types of items in the way that nobody here reads
 * @param metThrottled the visit met items whose type is at its concurrency limit here
 * @param confirmed whether producers tell of whatever comes into the zone; if not, it must be
 *     looked into again within six seconds
 * @param failure whether the visit ended in an error of which the pointer knows nothing
 * @param inability why this consumer cannot look into the zone, which others perhaps can
 */
public record VisitReport(
    boolean collided,
    boolean moreVested,
    Set<TypeVersion> unknown,
    boolean metThrottled,
    boolean confirmed,
    ErrorKind failure,
    Optional<Throwable> inability) {

  /** How the database failed a visit. */
  public enum ErrorKind {
    NONE,
    /** It answered with an error. */
    REFUSED,
    /** It did not answer in time. */
    UNANSWERED
  }

  public VisitReport {
    unknown = Collections.unmodifiableSet(new LinkedHashSet<>(unknown));
  }

  public boolean metUnknown() {
    return !unknown.isEmpty();
  }

  public boolean failed() {
    return failure != ErrorKind.NONE;
  }

  public boolean answered() {
    return failure != ErrorKind.UNANSWERED;
  }

  private static VisitReport plain(
      boolean collided, boolean moreVested, Set<TypeVersion> unknown, boolean metThrottled) {
    return new VisitReport(
        collided, moreVested, unknown, metThrottled, false, ErrorKind.NONE, Optional.empty());
  }

  public static VisitReport uneventful() {
    return plain(false, false, Set.of(), false);
  }

  public static VisitReport collision() {
    return plain(true, false, Set.of(), false);
  }

  public static VisitReport throttled() {
    return plain(false, false, Set.of(), true);
  }

  public static VisitReport metUnknown(TypeVersion type) {
    return plain(false, false, Set.of(type), false).whenConfirmed(true);
  }

  public static VisitReport failed(ErrorKind failure) {
    return new VisitReport(false, false, Set.of(), false, false, failure, Optional.empty());
  }

  static VisitReport unable(Throwable cause) {
    return new VisitReport(
        false, false, Set.of(), false, false, ErrorKind.NONE, Optional.of(cause));
  }

  static VisitReport of(boolean moreVested, Throttle.Permits permits) {
    return plain(false, moreVested, permits.unknown().keySet(), permits.metThrottled());
  }

  public VisitReport whenConfirmed(boolean nowConfirmed) {
    return new VisitReport(
        collided, moreVested, unknown, metThrottled, nowConfirmed, failure, inability);
  }
}
