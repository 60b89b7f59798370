package dev.tenure.record.build;

import java.time.Duration;
import java.util.Objects;

/**
 * How fast a builder works, so that it leaves the database to others.
 *
 * @param recordsPerSecondMax records scanned in a second by this builder, 0 for no limit
 * @param pause the least time between the end of a slice and the begin of the next
 */
public record BuildPace(double recordsPerSecondMax, Duration pause) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final BuildPace UNLIMITED = new BuildPace(0, Duration.ZERO);

  public BuildPace {
    Objects.requireNonNull(pause, "pause");
    if (!(recordsPerSecondMax >= 0) || Double.isInfinite(recordsPerSecondMax)) {
      throw new IllegalArgumentException(
          "pace is " + recordsPerSecondMax + " records a second, the least is 0 for no limit");
    }
    if (pause.isNegative() || pause.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("pause is " + pause + ", expected zero to " + LONGEST);
    }
  }

  public static BuildPace unlimited() {
    return UNLIMITED;
  }

  public static BuildPace recordsPerSecond(double most) {
    return new BuildPace(most, Duration.ZERO);
  }

  public BuildPace withPause(Duration newPause) {
    return new BuildPace(recordsPerSecondMax, newPause);
  }

  /**
   * How long to wait after a slice. A slice that was slower than the pace does not let the next one
   * be faster. At most an hour.
   *
   * @param records how many it scanned
   * @param took from its begin to its end, failed attempts included
   */
  Duration waitAfter(long records, Duration took) {
    if (recordsPerSecondMax == 0) {
      return pause;
    }
    double nanos = records / recordsPerSecondMax * NANOS_PER_SECOND;
    Duration due = Duration.ofNanos((long) Math.min(nanos, (double) LONGEST.toNanos()));
    Duration rest = due.minus(took);
    return rest.compareTo(pause) > 0 ? rest : pause;
  }
}
