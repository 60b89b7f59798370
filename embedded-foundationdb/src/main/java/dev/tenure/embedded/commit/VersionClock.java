package dev.tenure.embedded.commit;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Derives versions from the clock: a million a second, from a first version on. When the clock
 * steps back, versions go on from the last one.
 */
final class VersionClock {
  static final long VERSIONS_PER_SECOND = 1_000_000;

  /** A moment with its version. */
  private record Anchor(long micros, long version) {}

  private final InstantSource clock;
  private volatile Anchor anchor;
  private long given;

  VersionClock(InstantSource clock, long firstVersion) {
    this.clock = clock;
    this.anchor = new Anchor(micros(clock.instant()), firstVersion);
  }

  /** The version of this moment. Two calls may give the same version. */
  long now() {
    Anchor from = anchor;
    return from.version + micros(clock.instant()) - from.micros;
  }

  /** As {@link #now}, but cheaper, and exact only to a millisecond. */
  long aboutNow() {
    Anchor from = anchor;
    return from.version + clock.millis() * 1000 - from.micros;
  }

  /**
   * A version for a commit, above {@code last} and all versions given before. Called on the commit
   * thread.
   */
  long next(long last) {
    long floor = Math.max(last, given);
    given = now();
    if (given <= floor) {
      given = floor + 1;
      anchor = new Anchor(micros(clock.instant()), given);
    }
    return given;
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }
}
