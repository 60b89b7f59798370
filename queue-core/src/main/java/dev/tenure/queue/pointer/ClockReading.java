package dev.tenure.queue.pointer;

import dev.tenure.queue.Clocks;
import java.time.Duration;
import java.time.Instant;

/**
 * The time that a process's clock showed when the database was at a version.
 *
 * @param version a read version; see {@link Clocks}
 */
public record ClockReading(Instant clock, long version) {
  /** The time that the clock shows at another version, if the clock runs at the right speed. */
  public Instant at(long otherVersion) {
    return clock.plusMillis(Clocks.millisOf(otherVersion - version));
  }

  /**
   * The time from the reading of the clock to the version; negative when the clock was read later.
   */
  public Duration age(long otherVersion) {
    return Duration.ofMillis(Clocks.millisOf(otherVersion - version));
  }
}
