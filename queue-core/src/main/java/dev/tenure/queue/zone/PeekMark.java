package dev.tenure.queue.zone;

import java.time.Instant;

/**
 * Where a zone's items were seen to begin a moment ago, so that a peek need not wade through the
 * index entries of those that have been taken since. Only advice: a peek that does not find enough
 * from here on begins again at the true front.
 */
public record PeekMark(int priority, Instant vesting) {
  static PeekMark at(IndexedItem item) {
    return new PeekMark(item.priority(), item.vesting());
  }
}
