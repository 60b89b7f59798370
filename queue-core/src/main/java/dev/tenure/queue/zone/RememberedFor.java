package dev.tenure.queue.zone;

import dev.tenure.queue.Clocks;
import java.time.Duration;
import java.time.Instant;

/**
 * How long an id is remembered once its item is gone, and the bucket in which its tombstone lies.
 *
 * <p>A bucket is over by time at its end, and by version when the versions that {@code dedupFor}
 * has, rounded up by at most an eighth, have passed since its last tombstone. All tombstones of a
 * bucket have the same rounded time, so that each that is left may overwrite, without reading it,
 * what the one before it said of the version: buckets of other rounded times have other ends.
 *
 * @param dedupMillis what the item says, more than 0
 */
record RememberedFor(long dedupMillis) {
  /** The ends of buckets are whole minutes, behind which the step is told in milliseconds. */
  private static final long MINUTE_MILLIS = 60_000;

  private static final int BUCKETS_PER_DURATION = 8;

  /** Rounded times are eighths of powers of two: 8, 9 … 15 of them, then 16, 18 … 30. */
  private static final int STEPS_PER_OCTAVE = 8;

  static RememberedFor of(Duration dedupFor) {
    return new RememberedFor(dedupFor.toMillis());
  }

  /** The end of the bucket that an id is remembered until, by time, if it goes now. */
  long bucket(Instant now) {
    long minutes = Math.max(1, dedupMillis / BUCKETS_PER_DURATION / MINUTE_MILLIS);
    return ceilDiv(now.toEpochMilli() + dedupMillis, minutes * MINUTE_MILLIS)
            * minutes
            * MINUTE_MILLIS
        + step();
  }

  /**
   * The first version at which an id may be forgotten that goes in a transaction of this read
   * version: {@code dedupFor} after its commit at the earliest.
   */
  long forgottenVersion(long readVersion) {
    return readVersion + Clocks.COMMIT_WINDOW_VERSIONS + Clocks.versionsIn(roundedMillis());
  }

  /** {@code dedupFor}, rounded up. */
  long roundedMillis() {
    return ceilDiv(dedupMillis, eighthOfOctave()) * eighthOfOctave();
  }

  /** Counts the rounded times, from 0 up; below 250 for 30 days. */
  private long step() {
    long octave = Long.numberOfTrailingZeros(eighthOfOctave());
    return octave * STEPS_PER_OCTAVE + ceilDiv(dedupMillis, eighthOfOctave());
  }

  /** An eighth of the power of two at or below {@code dedupFor}, at least a millisecond. */
  private long eighthOfOctave() {
    return Math.max(1, Long.highestOneBit(dedupMillis) / STEPS_PER_OCTAVE);
  }

  private static long ceilDiv(long dividend, long divisor) {
    return (dividend + divisor - 1) / divisor;
  }
}
