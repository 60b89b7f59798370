package dev.tenure.queue;

import java.time.Duration;

/**
 * The queue's assumptions about clocks: the stated skew of processes' clocks, and the rate of read
 * versions, which FoundationDB advances by about a thousand a millisecond independently of these
 * clocks.
 */
public final class Clocks {
  /**
   * The stated skew: the amount by which a clock may be wrong. Every bound in
   * docs/queue-protocol.md allows for twice this amount.
   */
  public static final Duration STATED_SKEW = Duration.ofSeconds(10);

  /** The most that two clocks within the stated skew can be apart. */
  public static final Duration APART_MAX = STATED_SKEW.multipliedBy(2);

  /** A transaction commits within this many versions, five seconds, of its read version. */
  public static final long COMMIT_WINDOW_VERSIONS = 5_000_000;

  private static final long VERSIONS_PER_MILLI = 1_000;

  private Clocks() {}

  /** The number of versions in this number of milliseconds. */
  public static long versionsIn(long millis) {
    return millis * VERSIONS_PER_MILLI;
  }

  /** The read version from which a lease is over that was granted at a version. */
  public static long leaseEnd(long grantedVersion, long leaseMillis) {
    return grantedVersion + versionsIn(leaseMillis);
  }

  /** The number of whole milliseconds in this number of versions. */
  public static long millisOf(long versions) {
    return versions / VERSIONS_PER_MILLI;
  }
}
