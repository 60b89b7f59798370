package dev.tenure.record;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that moves when it is told to. */
public final class ManualClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration duration) {
    now = now.plus(duration);
  }
}
