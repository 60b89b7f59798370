package dev.tenure.consumer;

import dev.tenure.queue.cluster.PlacementHash;

/**
 * A part of what waits in one shard, by a hash that is the same in every process.
 *
 * @param from of the hashes, which lie from 0 to 1; belongs to it
 * @param until does not belong to it
 */
record Share(double from, double until) {
  static final Share ALL = new Share(0, 1);
  static final Share NONE = new Share(0, 0);

  double part() {
    return until - from;
  }

  boolean isNone() {
    return part() <= 0;
  }

  boolean contains(Candidate.Key key) {
    if (equals(ALL)) {
      return true;
    }
    double place = place(key);
    return place >= from && place < until;
  }

  private static double place(Candidate.Key key) {
    return (PlacementHash.spread(key.hash()) >>> 11) * 0x1p-53;
  }
}
