package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;

/**
 * A failed attempt, for the item's history.
 *
 * @param error cut to 2,000 characters
 */
public record Failure(String error, String consumer) {

  public Failure {
    error = QueueLimits.cutError(error);
  }
}
