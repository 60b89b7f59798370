package dev.tenure.consumer.scan;

import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.queue.PlacementHash;

/**
 * The part of a shard's candidates whose hash lies in a range. The hash is the same in every
 * process.
 *
 * @param from the first hash of the range, from 0 to 1
 * @param until the end of the range, not included
 */
record ShardShare(double from, double until) {
  static final ShardShare ALL = new ShardShare(0, 1);
  static final ShardShare NONE = new ShardShare(0, 0);

  double part() {
    return until - from;
  }

  boolean isNone() {
    return part() <= 0;
  }

  boolean contains(VisitKey key) {
    if (equals(ALL)) {
      return true;
    }
    double position = position(key);
    return position >= from && position < until;
  }

  private static double position(VisitKey key) {
    return (PlacementHash.spread(key.hash()) >>> 11) * 0x1p-53;
  }
}
