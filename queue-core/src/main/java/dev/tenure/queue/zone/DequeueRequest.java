package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which vested items a dequeue leases, and for how long.
 *
 * @param max the most items, 1 to 1,000
 * @param bytesMax the most bytes of bodies, 1 or more; the first item is leased in any case
 * @param lease how long the leases last, 1 ms to 12 h
 * @param consumer the holder of the leases
 * @param filter which items may be leased, judged by their index entries; refused items stay
 * @param from where to begin; empty for the front of the zone
 */
public record DequeueRequest(
    int max,
    long bytesMax,
    Duration lease,
    String consumer,
    Predicate<IndexedItem> filter,
    Optional<PeekMark> from) {

  public DequeueRequest {
    QueueLimits.checkBetween("dequeue max", max, 1, QueueLimits.DEQUEUE_ITEMS_MAX);
    QueueLimits.checkBetween("lease", lease, Duration.ofMillis(1), QueueLimits.LEASE_MAX);
    if (bytesMax < 1) {
      throw new IllegalArgumentException(
          "dequeue bytesMax is " + bytesMax + ", it must be 1 or more");
    }
  }

  /** Begins at the front of the zone. */
  public DequeueRequest(
      int max, long bytesMax, Duration lease, String consumer, Predicate<IndexedItem> filter) {
    this(max, bytesMax, lease, consumer, filter, Optional.empty());
  }

  public static DequeueRequest of(int max, Duration lease, String consumer) {
    return new DequeueRequest(max, 1_000_000, lease, consumer, item -> true);
  }
}
