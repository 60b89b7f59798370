package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One line of an item's history: the last ten failures are kept.
 *
 * @param stackTrace of the newest failure that has one; empty for all others
 */
public record FailedAttempt(
    Instant at, int attempt, String consumer, String error, Optional<StackTrace> stackTrace) {

  public FailedAttempt {
    Objects.requireNonNull(stackTrace, "stackTrace");
  }

  /** Without a stack trace. */
  public FailedAttempt(Instant at, int attempt, String consumer, String error) {
    this(at, attempt, consumer, error, Optional.empty());
  }

  static FailedAttempt of(dev.tenure.queue.proto.FailedAttempt stored) {
    return new FailedAttempt(
        Instant.ofEpochMilli(stored.getAtMillis()),
        stored.getAttempt(),
        stored.getConsumer(),
        stored.getError(),
        StackTrace.stored(stored.getStackTrace()));
  }
}
