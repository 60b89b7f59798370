package dev.tenure.bench.paper;

import java.util.Map;
import java.util.TreeMap;

/** Latencies in nanoseconds, all together and by the interval in which they ended. */
final class Latencies {
  private final long intervalNanos;
  private final Samples all = new Samples();
  private final Map<Long, Samples> byInterval = new TreeMap<>();

  Latencies(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  void add(long endedAt, long latency) {
    long nanos = Math.max(0, latency);
    all.add(nanos);
    byInterval.computeIfAbsent(endedAt / intervalNanos, absent -> new Samples()).add(nanos);
  }

  Samples all() {
    return all;
  }

  /** In order of time; the key times the interval is when it begins. */
  Map<Long, Samples> byInterval() {
    return byInterval;
  }
}
