package dev.tenure.consumer;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.IndexedItem;

/** A work type at the schema version of an item. */
record TypeVersion(String type, int schemaVersion) {

  static TypeVersion of(IndexedItem item) {
    return new TypeVersion(item.type(), item.schemaVersion());
  }

  static TypeVersion of(WorkItem item) {
    return new TypeVersion(item.type(), item.schemaVersion());
  }
}
