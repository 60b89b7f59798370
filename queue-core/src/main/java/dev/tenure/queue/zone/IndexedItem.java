package dev.tenure.queue.zone;

import dev.tenure.record.index.IndexEntry;
import java.time.Instant;

/** The fields of an item that its entry in the vesting index has. Its record is not read. */
public record IndexedItem(
    String id, String type, int schemaVersion, int priority, Instant vesting, int bodySize) {

  /**
   * Decodes an entry. Throws {@link dev.tenure.queue.QueueException} CORRUPT when the entry is
   * damaged.
   */
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
