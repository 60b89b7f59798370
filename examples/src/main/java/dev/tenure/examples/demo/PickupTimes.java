package dev.tenure.examples.demo;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Measures the time from the acknowledgement of an item's commit to the first instruction of its
 * handler, for items without a delay. The time is zero when the handler begins before the
 * acknowledgement arrives.
 */
final class PickupTimes {
  private static final Long MEASURED = Long.MIN_VALUE;

  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<Long, Long> waiting = new ConcurrentHashMap<>();
  private final AtomicLong outstanding = new AtomicLong();
  private long[] nanos = new long[1_024];
  private int count;

  /**
   * @param nanoTime a clock of nanoseconds without a defined origin
   */
  PickupTimes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void committed(long number) {
    long now = nanoTime.getAsLong();
    Long started = waiting.putIfAbsent(number, now);
    outstanding.incrementAndGet();
    if (started != null) {
      outstanding.decrementAndGet();
      waiting.put(number, MEASURED);
      add(0);
    }
  }

  /** Notes that a handler starts. Only the first start of an item counts. */
  void started(long number) {
    long now = nanoTime.getAsLong();
    Long committed = waiting.putIfAbsent(number, now);
    if (committed != null && waiting.replace(number, committed, MEASURED)) {
      if (!committed.equals(MEASURED)) {
        outstanding.decrementAndGet();
        add(now - committed);
      }
    }
  }

  /** The number of acknowledged items whose handler has not begun. */
  long outstanding() {
    return outstanding.get();
  }

  private synchronized void add(long value) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = Math.max(0, value);
  }

  /** The number of measured items. */
  synchronized int count() {
    return count;
  }

  /** The value, in milliseconds, below which this share of the times lies; 0 without any time. */
  synchronized double millis(double share) {
    if (count == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int place = (int) Math.min(count - 1, Math.ceil(share * count) - 1);
    return sorted[Math.max(0, place)] / 1e6;
  }
}
