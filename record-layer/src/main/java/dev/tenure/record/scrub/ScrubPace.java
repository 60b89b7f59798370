package dev.tenure.record.scrub;

import java.time.Duration;
import java.util.Objects;

/**
 * How fast a scrub goes, so that it leaves the database to others.
 *
 * @param perSecondMax records and rows scanned in a second, 0 for no limit
 * @param pause the least time between two slices
 */
public record ScrubPace(double perSecondMax, Duration pause) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final ScrubPace UNLIMITED = new ScrubPace(0, Duration.ZERO);

  public ScrubPace {
    Objects.requireNonNull(pause, "pause");
    if (!(perSecondMax >= 0) || Double.isInfinite(perSecondMax)) {
      throw new IllegalArgumentException(
          "pace is " + perSecondMax + " a second, the least is 0 for no limit");
    }
    if (pause.isNegative() || pause.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("pause is " + pause + ", expected zero to " + LONGEST);
    }
  }

  public static ScrubPace unlimited() {
    return UNLIMITED;
  }

  public static ScrubPace perSecond(double most) {
    return new ScrubPace(most, Duration.ZERO);
  }

  public ScrubPace withPause(Duration newPause) {
    return new ScrubPace(perSecondMax, newPause);
  }

  /** How long to wait behind a slice of so many that took so long; at most an hour. */
  Duration waitAfter(long scanned, Duration took) {
    if (perSecondMax == 0) {
      return pause;
    }
    double nanos = scanned / perSecondMax * NANOS_PER_SECOND;
    Duration due = Duration.ofNanos((long) Math.min(nanos, (double) LONGEST.toNanos()));
    Duration rest = due.minus(took);
    return rest.compareTo(pause) > 0 ? rest : pause;
  }
}
