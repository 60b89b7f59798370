package dev.tenure.queue.zone;

import java.time.Instant;

/**
 * Where the items of a zone began at a recent peek. A peek from the mark skips the deleted index
 * entries of items that have been taken since. The mark is only a hint: a peek that does not find
 * enough behind it begins again at the front.
 */
public record PeekMark(int priority, Instant vesting) {
  static PeekMark at(IndexedItem item) {
    return new PeekMark(item.priority(), item.vesting());
  }
}
