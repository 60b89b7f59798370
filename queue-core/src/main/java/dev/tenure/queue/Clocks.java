package dev.tenure.queue;

import java.time.Duration;

/**
 * What the queue relies on of clocks: how far those of processes may be apart, and read versions,
 * which FoundationDB advances by about a thousand a millisecond whatever the processes' clocks
 * show.
 */
public final class Clocks {
  /** How far a clock may be off; every bound in docs/queue-protocol.md allows for it twice. */
  public static final Duration STATED_SKEW = Duration.ofSeconds(10);

  /** A transaction commits within this many versions, five seconds, of its read version. */
  public static final long COMMIT_WINDOW_VERSIONS = 5_000_000;

  private static final long VERSIONS_PER_MILLI = 1_000;

  private Clocks() {}

  /** How many versions pass in that many milliseconds. */
  public static long versionsIn(long millis) {
    return millis * VERSIONS_PER_MILLI;
  }

  /** How many whole milliseconds that many versions take. */
  public static long millisOf(long versions) {
    return versions / VERSIONS_PER_MILLI;
  }
}
