package dev.tenure.queue.cluster;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether consumers run a type at a schema version.
 *
 * @param live whether a live consumer does
 * @param announced when a consumer last announced it, to the minute; empty when none did for 31
 *     days
 */
public record TypeNews(boolean live, Optional<Instant> announced) {

  /** Whether no live consumer runs it, and none has announced it since the given time. */
  public boolean isUnknownSince(Instant since) {
    return !live && announced.filter(at -> at.isAfter(since)).isEmpty();
  }
}
