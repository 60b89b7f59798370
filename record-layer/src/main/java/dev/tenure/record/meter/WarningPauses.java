package dev.tenure.record.meter;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Allows at most one line a minute for each name. Beyond a number of names, all further names share
 * one line. Thread-safe.
 */
final class WarningPauses {
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** The most names with a line of their own; all further names share one line a minute. */
  static final int NAMES_MAX = 256;

  private static final String OTHERS = "others";

  private final InstantSource clock;
  private final Map<String, Warned> warned = new TreeMap<>();

  private record Warned(Instant at, long passedOver) {}

  WarningPauses(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The number of lines that were left out since the last line; -1 when this line is left out, too.
   */
  synchronized long claim(String name) {
    String key = warned.containsKey(name) || warned.size() < NAMES_MAX ? name : OTHERS;
    Instant now = clock.instant();
    @Nullable Warned last = warned.get(key);
    if (last != null && now.isBefore(last.at().plus(PAUSE))) {
      warned.put(key, new Warned(last.at(), last.passedOver() + 1));
      return -1;
    }
    warned.put(key, new Warned(now, 0));
    return last == null ? 0 : last.passedOver();
  }

  /** Refuses a threshold that is not above zero, which every duration would reach. */
  static Duration requireThreshold(String of, Duration threshold) {
    if (threshold.isNegative() || threshold.isZero()) {
      throw new IllegalArgumentException(
          "threshold of " + of + " is " + threshold + ", it must be above zero");
    }
    return threshold;
  }
}
