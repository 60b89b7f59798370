package dev.tenure.bench.peers;

import java.util.Arrays;

/** Times of all items of a measurement. Immutable. */
final class Latencies {
  private final long[] sortedNanos;

  private Latencies(long[] sortedNanos) {
    this.sortedNanos = sortedNanos;
  }

  /**
   * @param nanos in any order, copied
   */
  static Latencies of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latencies(sorted);
  }

  /** The time that the given share of the items did not exceed; NaN without items. */
  double millis(double share) {
    if (sortedNanos.length == 0) {
      return Double.NaN;
    }
    int place = (int) Math.ceil(share * sortedNanos.length) - 1;
    return sortedNanos[Math.max(0, place)] / 1e6;
  }
}
