package dev.tenure.queue.zone;

import dev.tenure.record.index.IndexEntry;
import java.time.Instant;

/** What the vesting index alone tells of an item; reading it costs no record. */
public record IndexedItem(String id, String type, int priority, Instant vesting, int bodySize) {

  static IndexedItem of(IndexEntry entry) {
    return new IndexedItem(
        entry.primaryKey().getString(1),
        entry.value().getString(0),
        (int) entry.key().getLong(1),
        Instant.ofEpochMilli(entry.key().getLong(2)),
        (int) entry.value().getLong(1));
  }
}
