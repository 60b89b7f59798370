package dev.tenure.queue.zone;

import dev.tenure.queue.Lease;
import dev.tenure.queue.WorkItem;
import dev.tenure.record.store.StoredRecord;
import java.util.Optional;

/**
 * An item with its body, and the caller's lease on it.
 *
 * @param life the number by which an external store tells the item from earlier ones of its id; 0
 *     for an item in FoundationDB
 * @param record the item's record, which stays as it is while the lease of a visit holds the item;
 *     empty when the lease is kept elsewhere
 */
public record LeasedItem(WorkItem item, Lease lease, long life, Optional<StoredRecord> record) {

  /** An item with a lease in its record. */
  public LeasedItem(WorkItem item, Lease lease) {
    this(item, lease, 0, Optional.empty());
  }

  /** An item of an external store. */
  public LeasedItem(WorkItem item, Lease lease, long life) {
    this(item, lease, life, Optional.empty());
  }
}
