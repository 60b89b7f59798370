package dev.tenure.admin.rest.item;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.StackTrace;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The stack trace that an item keeps, with the time and number of its failed attempt.
 *
 * @param text the lines of the trace; if it cannot be read, the reason
 */
public record StackTraceBody(Instant at, int attempt, String text) {

  /** The stack trace of the newest failure that has one. */
  static Optional<StackTraceBody> of(List<FailedAttempt> failures) {
    return failures.stream()
        .flatMap(failed -> failed.stackTrace().map(trace -> of(failed, trace)).stream())
        .reduce((earlier, later) -> later);
  }

  private static StackTraceBody of(FailedAttempt failed, StackTrace trace) {
    return new StackTraceBody(failed.at(), failed.attempt(), text(trace));
  }

  private static String text(StackTrace trace) {
    try {
      return trace.text();
    } catch (QueueException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
