package dev.tenure.spring;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;

/** Checks the values of properties. Each error names the property, its value and the limit. */
final class Limits {

  private Limits() {}

  static void check(String property, int value, int least, int most) {
    told(() -> QueueLimits.checkBetween(property, value, least, most));
  }

  static void check(String property, Duration value, Duration least, Duration most) {
    told(() -> QueueLimits.checkBetween(property, value, least, most));
  }

  static void checkName(String property, String value, int bytesMax) {
    told(() -> QueueLimits.checkName(property, value, bytesMax));
  }

  private static void told(Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      throw new TenureConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }
}
