package dev.tenure.queue.redrive;

import dev.tenure.queue.QueueLimits;
import dev.tenure.record.async.Pace;
import java.time.Duration;

/**
 * The limits of one run, and its pace.
 *
 * @param lettersMax the run ends after it has changed this many letters; 1 to 1,000,000,000,
 *     default 1,000,000,000. Lower it to try a redrive on a few letters first
 * @param timeMax the run begins no slice later than this after its beginning; 1 ms to 1 day,
 *     default 1 day. Lower it where a caller waits for the report
 * @param pace the number of letters that are changed per second, by default without a limit. A
 *     lower pace takes longer and leaves more of the cluster and of the handlers to other work. A
 *     run that ends at a limit first waits for the rest of its last second
 */
public record RedriveLimits(int lettersMax, Duration timeMax, Pace pace) {
  /** The most letters that one transaction changes. */
  public static final int SLICE_LETTERS_MAX = 100;

  private static final int LETTERS_MAX = 1_000_000_000;
  private static final RedriveLimits DEFAULTS =
      new RedriveLimits(LETTERS_MAX, Duration.ofDays(1), Pace.unlimited());

  /**
   * @throws IllegalArgumentException which names what is out of range, the value and the limit
   */
  public RedriveLimits {
    QueueLimits.checkBetween("lettersMax", lettersMax, 1, LETTERS_MAX);
    QueueLimits.checkBetween("timeMax", timeMax, Duration.ofMillis(1), Duration.ofDays(1));
  }

  /** The default limits; the parameters of the record give each value. */
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

  /**
   * The most letters of one slice: about as many as the pace allows in a second. Larger slices
   * would be followed by pauses of several seconds.
   */
  int sliceLetters() {
    double perSecond = pace.perSecondMax();
    return perSecond == 0
        ? SLICE_LETTERS_MAX
        : (int) Math.max(1, Math.min(SLICE_LETTERS_MAX, Math.ceil(perSecond)));
  }
}
