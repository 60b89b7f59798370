package dev.tenure.consumer.visit;

import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.inflight.TypeVersion;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The result of a visit, for the scanner.
 *
 * @param collided whether another consumer was faster
 * @param moreVested whether the zone has more vested items that can be leased at once
 * @param unknown the types of vested items for which this consumer has no handler
 * @param leftBriefly whether the pointer stays vested although this consumer can take nothing for
 *     the moment: items' types are at their concurrency limit here, or clocks are disputed
 * @param confirmed whether producers will wake the pointer for each new item; if not, the zone must
 *     be visited again within six seconds
 * @param failure the error of a visit that failed without changing the pointer
 * @param inability the error because of which this consumer cannot open the zone's store, although
 *     other consumers may be able to
 */
public record VisitReport(
    boolean collided,
    boolean moreVested,
    Set<TypeVersion> unknown,
    boolean leftBriefly,
    boolean confirmed,
    ErrorKind failure,
    Optional<Throwable> inability) {

  /** The ways in which the database fails a visit. */
  public enum ErrorKind {
    NONE,
    /** The cluster answered with an error. */
    REFUSED,
    /** The cluster did not answer in time. */
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
      boolean collided, boolean moreVested, Set<TypeVersion> unknown, boolean leftBriefly) {
    return new VisitReport(
        collided, moreVested, unknown, leftBriefly, false, ErrorKind.NONE, Optional.empty());
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

  VisitReport leavingBriefly() {
    return new VisitReport(collided, moreVested, unknown, true, confirmed, failure, inability);
  }

  public VisitReport whenConfirmed(boolean nowConfirmed) {
    return new VisitReport(
        collided, moreVested, unknown, leftBriefly, nowConfirmed, failure, inability);
  }
}
