package dev.tenure.queue.zone;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.store.StoredRecord;
import java.util.Optional;

/**
 * An item as it is in its zone: its record, and the lease of a visit that holds it.
 *
 * @param row the lease; empty when the item has none, or has it in its record
 */
record ItemInZone(StoredRecord stored, Optional<VisitLeaseRow> row) {

  /** The item with its lease, wherever the lease is stored. */
  QueueItem item() {
    return row.map(lease -> lease.applyTo(record())).orElseGet(this::record);
  }

  /** The item as its record describes it. */
  QueueItem record() {
    return ItemRecords.message(stored);
  }

  /** Whether this is the item's lease, wherever it is stored. */
  boolean isHeldBy(LeaseId lease) {
    return row.map(held -> held.id().equals(lease))
        .orElseGet(() -> ZoneAccess.holds(record(), lease));
  }

  String id() {
    return record().getId();
  }
}
