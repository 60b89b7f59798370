package dev.tenure.queue.zone;

import dev.tenure.queue.WorkItem;
import java.time.Instant;
import java.util.List;

/** An item set aside, as it was when that happened, with its body. */
public record DeadLetter(
    WorkItem item, DeadLetterKind kind, String reason, Instant at, List<FailedAttempt> failures) {

  public DeadLetter {
    failures = List.copyOf(failures);
  }
}
