package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import dev.tenure.record.query.QueryPredicate;
import java.time.Duration;
import java.util.Optional;

/**
 * The vested items that a dequeue leases, and the duration of the leases.
 *
 * @param max the most items, 1 to 1,000
 * @param bytesMax the most bytes of bodies, 1 or more; the first item is leased in any case
 * @param lease the duration of the leases, 1 ms to 12 h
 * @param consumer the holder of the leases
 * @param condition the condition of items that may be leased, as in {@link PeekRequest}; other
 *     items stay
 * @param from the mark at which to begin; empty for the front of the zone
 * @param together whether items without an earlier lease get one lease together, of which one row
 *     is written; earlier releases cannot open the store any more
 */
public record DequeueRequest(
    int max,
    long bytesMax,
    Duration lease,
    String consumer,
    Optional<QueryPredicate> condition,
    Optional<PeekMark> from,
    boolean together) {
  private static final long BYTES_DEFAULT = 1_000_000;

  /**
   * @throws IllegalArgumentException which names what is out of range, or a column of the condition
   *     that no index entry has
   */
  public DequeueRequest {
    QueueLimits.checkBetween("dequeue max", max, 1, QueueLimits.DEQUEUE_ITEMS_MAX);
    QueueLimits.checkBetween("lease", lease, Duration.ofMillis(1), QueueLimits.LEASE_MAX);
    if (bytesMax < 1) {
      throw new IllegalArgumentException(
          "dequeue bytesMax is " + bytesMax + ", it must be 1 or more");
    }
    var unused = EntryCondition.of(condition);
  }

  /** A request for any vested items, from the front of the zone, with bodies of at most 1 MB. */
  public static DequeueRequest of(int max, Duration lease, String consumer) {
    return new DequeueRequest(
        max, BYTES_DEFAULT, lease, consumer, Optional.empty(), Optional.empty(), false);
  }

  /** Leases only items for which a condition is true. It replaces an earlier condition. */
  public DequeueRequest where(QueryPredicate newCondition) {
    return new DequeueRequest(
        max, bytesMax, lease, consumer, Optional.of(newCondition), from, together);
  }

  public DequeueRequest withBytesMax(long newBytesMax) {
    return new DequeueRequest(max, newBytesMax, lease, consumer, condition, from, together);
  }

  /** Begins at the mark if enough items follow it; otherwise, or without a mark, at the front. */
  public DequeueRequest withFrom(Optional<PeekMark> newFrom) {
    return new DequeueRequest(max, bytesMax, lease, consumer, condition, newFrom, together);
  }

  /** Leases items together, or each for itself. */
  public DequeueRequest withTogether(boolean newTogether) {
    return new DequeueRequest(max, bytesMax, lease, consumer, condition, from, newTogether);
  }
}
