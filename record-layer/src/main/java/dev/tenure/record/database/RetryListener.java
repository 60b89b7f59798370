package dev.tenure.record.database;

import java.time.Duration;

/** Is called for each retry of a run. */
@FunctionalInterface
public interface RetryListener {

  /**
   * Called before the delay of another attempt, by the thread that ended the previous one. The
   * method must return at once. An error that it throws goes to that thread's handler of uncaught
   * exceptions, and the run continues.
   */
  void retrying(Retry retry);

  /**
   * An attempt that failed and is followed by another.
   *
   * @param run the name of the run
   * @param attempt the number of the failed attempt, from 0
   * @param error the error of the attempt, without the wrappers of futures
   * @param maybeCommitted whether this attempt or an earlier one may have been applied
   * @param delay the delay before the next attempt
   */
  record Retry(String run, int attempt, Throwable error, boolean maybeCommitted, Duration delay) {}
}
