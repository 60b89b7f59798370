package dev.tenure.queue.pointer;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.zone.IndexedItem;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * How a consumer visits a zone.
 *
 * @param consumer recorded as the holder of what is leased
 * @param itemsMax the paper's dequeue_max, 1 to 1,000
 * @param bytesMax bodies taken in one visit; one item is always taken
 * @param takeable what the consumer can run now: a known type that is not throttled
 */
public record VisitRequest(
    String consumer,
    int itemsMax,
    long bytesMax,
    Duration itemLease,
    Predicate<IndexedItem> takeable) {

  public VisitRequest {
    QueueLimits.checkBetween("itemsMax", itemsMax, 1, QueueLimits.DEQUEUE_ITEMS_MAX);
  }
}
