package dev.tenure.admin.rest;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.StackTrace;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The stack trace that an item keeps, of the failed attempt of that time and number.
 *
 * @param text in lines; why it cannot be read, when it cannot
 */
record StackTraceBody(Instant at, int attempt, String text) {

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
