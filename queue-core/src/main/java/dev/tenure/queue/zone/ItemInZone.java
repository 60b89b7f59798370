package dev.tenure.queue.zone;

import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.store.StoredRecord;
import java.util.Optional;

/**
 * An item as it is in its zone: its record, and the lease of a visit that holds it.
 *
 * @param item the item with its lease, wherever the lease is stored
 */
record ItemInZone(StoredRecord stored, QueueItem item, Optional<VisitLeaseRow> row) {

  static ItemInZone of(StoredRecord stored, Optional<VisitLeaseRow> row) {
    QueueItem item = ItemRecords.message(stored);
    return new ItemInZone(stored, row.map(lease -> lease.applyTo(item)).orElse(item), row);
  }

  String id() {
    return item.getId();
  }
}
