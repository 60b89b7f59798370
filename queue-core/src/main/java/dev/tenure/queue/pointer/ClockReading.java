package dev.tenure.queue.pointer;

import java.time.Duration;
import java.time.Instant;

/**
 * What a process's clock showed when the database had a version.
 *
 * @param version a read version; versions advance by about a million a second
 */
public record ClockReading(Instant clock, long version) {
  private static final long VERSIONS_PER_MILLI = 1_000;

  /** What the clock shows at a version, if it goes right. */
  public Instant at(long otherVersion) {
    return clock.plusMillis((otherVersion - version) / VERSIONS_PER_MILLI);
  }

  /** How long before a version it was read; negative when it was read after. */
  public Duration age(long otherVersion) {
    return Duration.ofMillis((otherVersion - version) / VERSIONS_PER_MILLI);
  }
}
