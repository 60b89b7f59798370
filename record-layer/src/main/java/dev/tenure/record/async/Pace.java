package dev.tenure.record.async;

import java.time.Duration;
import java.util.Objects;

/**
 * A rate limit for work over many transactions, such as an index build. Example: 1000 records a
 * second with a pause of 50 ms leaves room for the application's own transactions.
 *
 * @param perSecondMax the most records or rows scanned a second; 0 for no limit
 * @param pause the minimum time between the end of a slice and the beginning of the next
 */
public record Pace(double perSecondMax, Duration pause) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Pace UNLIMITED = new Pace(0, Duration.ZERO);

  public Pace {
    Objects.requireNonNull(pause, "pause");
    if (!(perSecondMax >= 0) || Double.isInfinite(perSecondMax)) {
      throw new IllegalArgumentException(
          "pace is " + perSecondMax + " a second, the least is 0 for no limit");
    }
    if (pause.isNegative() || pause.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("pause is " + pause + ", expected zero to " + LONGEST);
    }
  }

  public static Pace unlimited() {
    return UNLIMITED;
  }

  public static Pace perSecond(double most) {
    return new Pace(most, Duration.ZERO);
  }

  public Pace withPause(Duration newPause) {
    return new Pace(perSecondMax, newPause);
  }

  /**
   * The delay after a slice, at most an hour. Time that a slow slice has lost is not made up for by
   * later slices.
   *
   * @param scanned the number of records or rows that the slice scanned
   * @param took the duration of the slice, including failed attempts
   */
  public Duration waitAfter(long scanned, Duration took) {
    if (perSecondMax == 0) {
      return pause;
    }
    double nanos = scanned / perSecondMax * NANOS_PER_SECOND;
    Duration due = Duration.ofNanos((long) Math.min(nanos, (double) LONGEST.toNanos()));
    Duration rest = due.minus(took);
    return rest.compareTo(pause) > 0 ? rest : pause;
  }
}
