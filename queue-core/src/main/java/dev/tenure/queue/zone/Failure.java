package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.util.Objects;

/**
 * A failed attempt, for the item's history.
 *
 * @param error cut to 2,000 characters; not null: an exception may have no message
 * @param consumer where it failed
 */
public record Failure(String error, String consumer) {

  public Failure {
    Objects.requireNonNull(consumer, "consumer");
    error = QueueLimits.cutError(Objects.requireNonNull(error, "error"));
  }
}
