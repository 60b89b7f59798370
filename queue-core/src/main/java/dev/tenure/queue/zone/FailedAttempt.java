package dev.tenure.queue.zone;

import java.time.Instant;

/** One line of an item's history: the last ten failures are kept. */
public record FailedAttempt(Instant at, int attempt, String consumer, String error) {

  static FailedAttempt of(dev.tenure.queue.proto.FailedAttempt stored) {
    return new FailedAttempt(
        Instant.ofEpochMilli(stored.getAtMillis()),
        stored.getAttempt(),
        stored.getConsumer(),
        stored.getError());
  }
}
