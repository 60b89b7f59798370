package dev.tenure.consumer.inflight;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.IndexedItem;

/** A work type at the schema version of an item. */
public record TypeVersion(String type, int schemaVersion) {

  public static TypeVersion of(IndexedItem item) {
    return new TypeVersion(item.type(), item.schemaVersion());
  }

  public static TypeVersion of(WorkItem item) {
    return new TypeVersion(item.type(), item.schemaVersion());
  }
}
