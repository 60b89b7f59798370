package dev.tenure.record.database;

import java.util.ArrayDeque;
import java.util.Deque;

/** The errors of the last few attempts of a run that were followed by another attempt. */
final class RunHistory {
  static final int ERRORS_MAX = 4;

  private final Deque<Throwable> errors = new ArrayDeque<>();
  private boolean maybeCommitted;

  synchronized void add(Throwable error, boolean attemptMaybeCommitted) {
    maybeCommitted |= attemptMaybeCommitted;
    errors.addLast(error);
    if (errors.size() > ERRORS_MAX) {
      errors.removeFirst();
    }
  }

  /** Whether any earlier attempt may have been applied. */
  synchronized boolean maybeCommitted() {
    return maybeCommitted;
  }

  /**
   * Adds the errors as suppressed ones to the error that ends the run, which may itself be one of
   * them.
   */
  synchronized void suppressIn(Throwable last) {
    for (Throwable error : errors) {
      if (error != last && error != last.getCause()) {
        last.addSuppressed(error);
      }
    }
  }
}
