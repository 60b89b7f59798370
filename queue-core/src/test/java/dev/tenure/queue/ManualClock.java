package dev.tenure.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that moves only when the test says so. */
public final class ManualClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public synchronized void advance(Duration by) {
    now = now.plus(by);
  }
}
