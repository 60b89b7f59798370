package dev.tenure.queue.zone;

import java.time.Instant;

/**
 * The position of a zone's first item at a recent peek. A peek from the mark skips the deleted
 * index entries of items that were taken before. The mark is only a hint: a peek that does not find
 * enough behind it begins again at the front.
 */
public record PeekMark(int priority, Instant vesting) {
  static PeekMark at(IndexedItem item) {
    return new PeekMark(item.priority(), item.vesting());
  }
}
