package dev.tenure.queue.zone;

import dev.tenure.queue.WorkItem;
import java.time.Instant;
import java.util.List;

/**
 * An item that was set aside.
 *
 * @param item the item at that time, with its body
 * @param reason the reason why it was set aside
 * @param at the time at which it was set aside
 * @param failures its last failed attempts, oldest first
 */
public record DeadLetter(
    WorkItem item, DeadLetterKind kind, String reason, Instant at, List<FailedAttempt> failures) {

  public DeadLetter {
    failures = List.copyOf(failures);
  }
}
