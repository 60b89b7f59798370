package dev.tenure.queue.zone;

import dev.tenure.record.index.IndexEntry;
import java.time.Instant;

/** What the vesting index alone tells of an item; reading it costs no record. */
public record IndexedItem(
    String id, String type, int schemaVersion, int priority, Instant vesting, int bodySize) {

  /** What an entry tells. Throws {@link dev.tenure.queue.QueueException} CORRUPT. */
  public static IndexedItem of(IndexEntry entry) {
    return new IndexedItem(
        Columns.text(entry.primaryKey(), 1, entry),
        Columns.text(entry.value(), 0, entry),
        Columns.smallNumber(entry.value(), 2, entry),
        Columns.smallNumber(entry.key(), 1, entry),
        Instant.ofEpochMilli(Columns.number(entry.key(), 2, entry)),
        Columns.smallNumber(entry.value(), 1, entry));
  }
}
