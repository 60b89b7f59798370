package dev.tenure.bench.paper;

import dev.tenure.bench.measure.Percentiles;
import java.util.Map;
import java.util.TreeMap;

/** Collects latencies in nanoseconds, in total and by the interval in which they ended. */
final class Latencies {
  private final long intervalNanos;
  private final Percentiles all = new Percentiles();
  private final Map<Long, Percentiles> byInterval = new TreeMap<>();

  Latencies(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  void add(long endedAt, long latency) {
    long nanos = Math.max(0, latency);
    all.add(nanos);
    byInterval.computeIfAbsent(endedAt / intervalNanos, absent -> new Percentiles()).add(nanos);
  }

  Percentiles all() {
    return all;
  }

  /**
   * The latencies by interval, in order of time. The key multiplied by the interval's length is the
   * time at which the interval begins.
   */
  Map<Long, Percentiles> byInterval() {
    return byInterval;
  }
}
