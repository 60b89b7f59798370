package dev.tenure.queue.pointer;

import dev.tenure.queue.Clocks;
import java.time.Duration;
import java.time.Instant;

/**
 * What a process's clock showed when the database had a version.
 *
 * @param version a read version; versions advance by about a million a second
 */
public record ClockReading(Instant clock, long version) {
  /** What the clock shows at a version, if it goes right. */
  public Instant at(long otherVersion) {
    return clock.plusMillis(Clocks.millisOf(otherVersion - version));
  }

  /** How long before a version it was read; negative when it was read after. */
  public Duration age(long otherVersion) {
    return Duration.ofMillis(Clocks.millisOf(otherVersion - version));
  }
}
