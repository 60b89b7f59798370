package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.util.Objects;
import java.util.Optional;

/**
 * The failure of an attempt, as a consumer reports it.
 *
 * @param error the text for the item's history, cut to 2,000 characters. Must not be null, although
 *     the message of an exception can be
 * @param consumer the id of the consumer
 * @param stackTrace replaces the stack trace of an earlier attempt; empty keeps that one
 */
public record Failure(String error, String consumer, Optional<StackTrace> stackTrace) {

  public Failure {
    Objects.requireNonNull(consumer, "consumer");
    Objects.requireNonNull(stackTrace, "stackTrace");
    error = QueueLimits.cutError(Objects.requireNonNull(error, "error"));
  }

  /** Creates a failure without a stack trace. */
  public Failure(String error, String consumer) {
    this(error, consumer, Optional.empty());
  }
}
