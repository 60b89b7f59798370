package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A failed attempt in an item's history, which keeps the last ten.
 *
 * @param attempt the number of the attempt, from 1
 * @param consumer the id of the consumer on which it failed
 * @param stackTrace the stack trace, which is kept only for the newest attempt that has one
 */
public record FailedAttempt(
    Instant at, int attempt, String consumer, String error, Optional<StackTrace> stackTrace) {

  public FailedAttempt {
    Objects.requireNonNull(stackTrace, "stackTrace");
  }

  /** Creates a failed attempt without a stack trace. */
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
