package dev.tenure.queue.zone;

import dev.tenure.queue.Clocks;
import java.time.Duration;
import java.time.Instant;

/**
 * The time for which an id is remembered after its item is gone, and the bucket of its tombstone.
 *
 * <p>A bucket has two ends: a time, which is in its key, and a version, which is in its value. The
 * version is that of the last tombstone plus the versions of {@code dedupFor}, which is rounded up
 * by at most an eighth. Each tombstone writes the version of its bucket without reading it. This is
 * correct because all tombstones of a bucket have the same rounded time; other rounded times have
 * other buckets.
 *
 * @param dedupMillis the time for which the item's id is remembered, more than 0
 */
record RememberedFor(long dedupMillis) {
  /** A bucket's end is a whole minute, plus the number of its step as milliseconds. */
  private static final long MINUTE_MILLIS = 60_000;

  private static final int BUCKETS_PER_DURATION = 8;

  /** Rounded times have eight steps for each power of two: 8, 9 … 15, 16, 18 … 30 and so on. */
  private static final int STEPS_PER_OCTAVE = 8;

  static RememberedFor of(Duration dedupFor) {
    return new RememberedFor(dedupFor.toMillis());
  }

  /** The end, by time, of the bucket for an id whose item goes now. */
  long bucket(Instant now) {
    long minutes = Math.max(1, dedupMillis / BUCKETS_PER_DURATION / MINUTE_MILLIS);
    return ceilDiv(now.toEpochMilli() + dedupMillis, minutes * MINUTE_MILLIS)
            * minutes
            * MINUTE_MILLIS
        + step();
  }

  /**
   * The first version at which an id may be forgotten whose item goes in a transaction of this read
   * version: at least {@code dedupFor} after the commit.
   */
  long forgottenVersion(long readVersion) {
    return readVersion + Clocks.COMMIT_WINDOW_VERSIONS + Clocks.versionsIn(roundedMillis());
  }

  /** {@code dedupFor}, rounded up. */
  long roundedMillis() {
    return ceilDiv(dedupMillis, eighthOfOctave()) * eighthOfOctave();
  }

  /** The number of the rounded time, from 0 up; below 250 for 30 days. */
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
