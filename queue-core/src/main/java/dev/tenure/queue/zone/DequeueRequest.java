package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which vested items to lease, and for how long.
 *
 * @param max 1 to 1,000
 * @param bytesMax stop once bodies reach this many bytes; one item is always taken
 * @param lease 1 ms to 12 h
 * @param consumer recorded as the holder
 * @param filter over what the index tells; what it refuses stays
 * @param from where to begin to look; empty for the true front
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
      throw new IllegalArgumentException("dequeue bytesMax is " + bytesMax + ", at least 1");
    }
  }

  /** From the true front. */
  public DequeueRequest(
      int max, long bytesMax, Duration lease, String consumer, Predicate<IndexedItem> filter) {
    this(max, bytesMax, lease, consumer, filter, Optional.empty());
  }

  public static DequeueRequest of(int max, Duration lease, String consumer) {
    return new DequeueRequest(max, 1_000_000, lease, consumer, item -> true);
  }
}
