package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.util.function.Predicate;

/**
 * Which vested items a peek returns.
 *
 * @param max the most items, 1 to 20,000
 * @param priorityMin skips items of lower priority numbers
 * @param filter which items are returned, judged by their index entries
 */
public record PeekRequest(int max, int priorityMin, Predicate<IndexedItem> filter) {

  public PeekRequest {
    QueueLimits.checkBetween("peek max", max, 1, QueueLimits.PEEK_ITEMS_MAX);
    QueueLimits.checkBetween("priorityMin", priorityMin, 0, QueueLimits.PRIORITY_MAX);
  }

  public PeekRequest(int max, Predicate<IndexedItem> filter) {
    this(max, 0, filter);
  }

  public static PeekRequest first(int max) {
    return new PeekRequest(max, item -> true);
  }
}
