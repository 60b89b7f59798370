package dev.tenure.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether consumers run a type at a schema version.
 *
 * @param live whether a live consumer runs the type
 * @param announced the time, to the minute, of the last announcement; empty when there was none for
 *     31 days
 */
public record TypeNews(boolean live, Optional<Instant> announced) {

  /** Whether no live consumer runs the type, and none has announced it since the given time. */
  public boolean isUnknownSince(Instant since) {
    return !live && announced.filter(at -> at.isAfter(since)).isEmpty();
  }
}
