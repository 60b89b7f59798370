package dev.tenure.examples.demo;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Measures for how long there was no progress. Used by one thread. */
final class Stillness {
  private final LongSupplier nanoTime;
  private long[] counts = {};
  private long movedAt;

  /**
   * @param nanoTime a clock of nanoseconds without a defined origin
   */
  Stillness(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.movedAt = nanoTime.getAsLong();
  }

  /**
   * Takes all counts that grow with progress, in the same order at each call. Returns the time
   * since one of them has changed.
   */
  Duration look(long... now) {
    long nanos = nanoTime.getAsLong();
    if (!Arrays.equals(counts, now)) {
      counts = now.clone();
      movedAt = nanos;
    }
    return Duration.ofNanos(nanos - movedAt);
  }
}
