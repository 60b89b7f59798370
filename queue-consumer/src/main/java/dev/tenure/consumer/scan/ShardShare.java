package dev.tenure.consumer.scan;

import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.queue.cluster.PlacementHash;

/**
 * A part of what waits in one shard, by a hash that is the same in every process.
 *
 * @param from of the hashes, which lie from 0 to 1; belongs to it
 * @param until does not belong to it
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
