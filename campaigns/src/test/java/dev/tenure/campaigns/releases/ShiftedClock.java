package dev.tenure.campaigns.releases;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Real time, moved to another day; it can be put forward. Thread-safe. */
final class ShiftedClock implements InstantSource {
  private static final InstantSource SYSTEM = InstantSource.system();

  private volatile Duration behind;

  /** A clock that goes on from the given time. */
  ShiftedClock(Instant now) {
    behind = Duration.between(now, SYSTEM.instant());
  }

  @Override
  public Instant instant() {
    return SYSTEM.instant().minus(behind);
  }

  /** Puts the clock forward; called by one thread. */
  void pass(Duration time) {
    behind = behind.minus(time);
  }
}
