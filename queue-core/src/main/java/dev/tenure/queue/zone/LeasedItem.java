package dev.tenure.queue.zone;

import dev.tenure.queue.Lease;
import dev.tenure.queue.WorkItem;

/**
 * An item with its body, and the caller's lease on it.
 *
 * @param life the number by which an external store tells the item from earlier ones of its id; 0
 *     for an item in FoundationDB
 */
public record LeasedItem(WorkItem item, Lease lease, long life) {

  /** An item in FoundationDB. */
  public LeasedItem(WorkItem item, Lease lease) {
    this(item, lease, 0);
  }
}
