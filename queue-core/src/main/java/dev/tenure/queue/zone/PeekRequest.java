package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import dev.tenure.record.query.QueryPredicate;
import java.util.Optional;

/**
 * The vested items that a peek returns.
 *
 * <pre>{@code
 * PeekRequest.first(10).where(and(equal(field("type"), "send"), less(field("priority"), 3)))
 * }</pre>
 *
 * @param max the most items, 1 to 20,000
 * @param priorityMin skips items of lower priority numbers
 * @param condition the condition of items that are returned (QuiCK's query predicate). It is tested
 *     on index entries, and may use the columns id, type, schema_version, priority, vesting_millis
 *     and body_size; empty for all
 */
public record PeekRequest(int max, int priorityMin, Optional<QueryPredicate> condition) {

  /**
   * @throws IllegalArgumentException which names what is out of range, or a column of the condition
   *     that no entry has
   */
  public PeekRequest {
    QueueLimits.checkBetween("peek max", max, 1, QueueLimits.PEEK_ITEMS_MAX);
    QueueLimits.checkBetween("priorityMin", priorityMin, 0, QueueLimits.PRIORITY_MAX);
    var unused = EntryCondition.of(condition);
  }

  public static PeekRequest first(int max) {
    return new PeekRequest(max, 0, Optional.empty());
  }

  /** Returns only items for which a condition is true. It replaces an earlier condition. */
  public PeekRequest where(QueryPredicate newCondition) {
    return new PeekRequest(max, priorityMin, Optional.of(newCondition));
  }

  public PeekRequest withPriorityMin(int newPriorityMin) {
    return new PeekRequest(max, newPriorityMin, condition);
  }
}
