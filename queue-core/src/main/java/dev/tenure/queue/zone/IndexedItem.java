package dev.tenure.queue.zone;

import dev.tenure.record.index.IndexEntry;
import java.time.Instant;

/** An item as its entry in the vesting index shows it, without a read of its record. */
public record IndexedItem(
    String id, String type, int schemaVersion, int priority, Instant vesting, int bodySize) {

  /** Decodes an entry; throws {@link dev.tenure.queue.QueueException} CORRUPT when it cannot. */
  public static IndexedItem of(IndexEntry entry) {
    return new IndexedItem(
        StoredColumns.text(entry.primaryKey(), 1, entry),
        StoredColumns.text(entry.value(), 0, entry),
        StoredColumns.smallNumber(entry.value(), 2, entry),
        StoredColumns.smallNumber(entry.key(), 1, entry),
        Instant.ofEpochMilli(StoredColumns.number(entry.key(), 2, entry)),
        StoredColumns.smallNumber(entry.value(), 1, entry));
  }
}
