package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.util.Objects;
import java.util.Optional;

/**
 * A failed attempt, for the item's history.
 *
 * @param error cut to 2,000 characters; not null: an exception may have no message
 * @param consumer where it failed
 * @param stackTrace replaces that of an earlier attempt; without one an earlier one is kept
 */
public record Failure(String error, String consumer, Optional<StackTrace> stackTrace) {

  public Failure {
    Objects.requireNonNull(consumer, "consumer");
    Objects.requireNonNull(stackTrace, "stackTrace");
    error = QueueLimits.cutError(Objects.requireNonNull(error, "error"));
  }

  /** Without a stack trace. */
  public Failure(String error, String consumer) {
    this(error, consumer, Optional.empty());
  }
}
