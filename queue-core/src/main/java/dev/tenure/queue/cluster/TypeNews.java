package dev.tenure.queue.cluster;

import java.time.Instant;
import java.util.Optional;

/**
 * What a cluster knows of the consumers of a type at a schema version.
 *
 * @param live whether a consumer with a recent heartbeat runs it
 * @param announced when one last said so, to the minute; empty when none did within a month
 */
public record TypeNews(boolean live, Optional<Instant> announced) {

  /** Whether nobody runs it, nor has since the given time. */
  public boolean isUnknownSince(Instant since) {
    return !live && announced.filter(at -> at.isAfter(since)).isEmpty();
  }
}
