package dev.tenure.record.async;

import java.time.Duration;
import java.util.Objects;

/**
 * How fast work over many transactions goes, so that it leaves the database to others.
 *
 * @param perSecondMax records or rows scanned in a second, 0 for no limit
 * @param pause the least time between the end of a slice and the begin of the next
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
   * How long to wait after a slice. A slice that was slower than the pace does not let the next one
   * be faster. At most an hour.
   *
   * @param scanned how many records or rows
   * @param took from its begin to its end, failed attempts included
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
