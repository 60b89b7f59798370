package dev.tenure.queue.zone;

import dev.tenure.queue.proto.FailedAttempt;
import dev.tenure.queue.proto.QueueItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The stored failures of an item, oldest first; at most one of them has a stack trace. */
final class Failures {

  private Failures() {}

  /** Adds a failure, whose stack trace replaces that of an earlier failure. */
  static List<FailedAttempt> append(
      List<FailedAttempt> before, QueueItem item, Failure failure, Instant now) {
    List<FailedAttempt> after = new ArrayList<>(before.size() + 1);
    for (FailedAttempt earlier : before) {
      after.add(
          failure.stackTrace().isEmpty() || earlier.getStackTrace().isEmpty()
              ? earlier
              : earlier.toBuilder().clearStackTrace().build());
    }
    FailedAttempt.Builder last =
        FailedAttempt.newBuilder()
            .setAtMillis(now.toEpochMilli())
            .setAttempt(item.getAttemptCount() + 1)
            .setConsumer(failure.consumer())
            .setError(failure.error());
    failure.stackTrace().ifPresent(trace -> last.setStackTrace(trace.stored()));
    after.add(last.build());
    return after;
  }
}
