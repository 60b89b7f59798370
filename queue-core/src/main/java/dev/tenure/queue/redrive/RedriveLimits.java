package dev.tenure.queue.redrive;

import dev.tenure.queue.QueueLimits;
import dev.tenure.record.async.Pace;
import java.time.Duration;

/**
 * How much one run does, and how fast.
 *
 * @param lettersMax letters changed before the run ends, 1 to 1,000,000,000
 * @param timeMax no slice begins later than this after the run's beginning, 1 ms to 1 day
 * @param pace letters changed in a second; what is left of it is waited for before the run ends,
 *     unless nothing is left to do
 */
public record RedriveLimits(int lettersMax, Duration timeMax, Pace pace) {
  /** Letters that one transaction changes at most. */
  public static final int SLICE_LETTERS_MAX = 100;

  private static final int LETTERS_MAX = 1_000_000_000;
  private static final RedriveLimits DEFAULTS =
      new RedriveLimits(LETTERS_MAX, Duration.ofDays(1), Pace.unlimited());

  /**
   * @throws IllegalArgumentException naming what is out of range, the value and the limit
   */
  public RedriveLimits {
    QueueLimits.checkBetween("lettersMax", lettersMax, 1, LETTERS_MAX);
    QueueLimits.checkBetween("timeMax", timeMax, Duration.ofMillis(1), Duration.ofDays(1));
  }

  /** All letters there are, within a day, as fast as it goes. */
  public static RedriveLimits defaults() {
    return DEFAULTS;
  }

  public RedriveLimits withLettersMax(int most) {
    return new RedriveLimits(most, timeMax, pace);
  }

  public RedriveLimits withTimeMax(Duration most) {
    return new RedriveLimits(lettersMax, most, pace);
  }

  public RedriveLimits withPace(Pace newPace) {
    return new RedriveLimits(lettersMax, timeMax, newPace);
  }

  /** About what the pace allows in a second, so that it is even and not in bursts. */
  int sliceLetters() {
    double perSecond = pace.perSecondMax();
    return perSecond == 0
        ? SLICE_LETTERS_MAX
        : (int) Math.max(1, Math.min(SLICE_LETTERS_MAX, Math.ceil(perSecond)));
  }
}
