package dev.tenure.examples.addressbook;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves only when the tutorial sets it, so that every run prints the same. */
final class TutorialClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-01-01T08:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  synchronized void advance(Duration duration) {
    now = now.plus(duration);
  }
}
