package dev.tenure.bench.paper;

import dev.tenure.bench.measure.Percentiles;
import java.util.Map;
import java.util.TreeMap;

/** Latencies in nanoseconds, all together and by the interval in which they ended. */
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

  /** In order of time; the key times the interval is when it begins. */
  Map<Long, Percentiles> byInterval() {
    return byInterval;
  }
}
