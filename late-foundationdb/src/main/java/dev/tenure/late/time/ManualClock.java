package dev.tenure.late.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves only when a test sets it. Safe for use by many threads. */
public final class ManualClock implements InstantSource {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private volatile Instant now = START;

  @Override
  public Instant instant() {
    return now;
  }

  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
  }

  /** Sets the clock. The instant may lie before the present one. */
  public synchronized void set(Instant instant) {
    now = instant;
  }
}
