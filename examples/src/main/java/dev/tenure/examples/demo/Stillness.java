package dev.tenure.examples.demo;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** For how long nothing has moved. Used by one thread. */
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

  /** Looks at all counts that move while there is progress, always in the same order. */
  Duration look(long... now) {
    long nanos = nanoTime.getAsLong();
    if (!Arrays.equals(counts, now)) {
      counts = now.clone();
      movedAt = nanos;
    }
    return Duration.ofNanos(nanos - movedAt);
  }
}
