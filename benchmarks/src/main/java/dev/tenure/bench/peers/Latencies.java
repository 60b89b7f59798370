package dev.tenure.bench.peers;

import java.util.Arrays;

/** Times of all items of a measurement, in nanoseconds. */
record Latencies(long[] sorted) {

  static Latencies of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latencies(sorted);
  }

  /** The time that the given share of the items did not exceed; NaN without items. */
  double millis(double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int place = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, place)] / 1e6;
  }
}
