package dev.tenure.queue.pointer;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.zone.IndexedItem;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The parameters of a consumer's visit to a zone.
 *
 * @param consumer the id of the consumer, recorded as the holder of the leases
 * @param itemsMax the most items that one visit leases, 1 to 1,000; the paper's dequeue_max
 * @param bytesMax the most bytes of bodies that one visit leases; one item is leased in any case
 * @param itemLease the duration of the leases
 * @param takeable whether the consumer can run an item now: it knows the type, and the type is not
 *     at its concurrency limit
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
