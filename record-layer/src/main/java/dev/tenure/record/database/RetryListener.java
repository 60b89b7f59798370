package dev.tenure.record.database;

import java.time.Duration;

/** Told of the retries of a run. */
@FunctionalInterface
public interface RetryListener {

  /**
   * Called before the wait for another attempt, by the thread that ended the last one: must return
   * at once. What it throws goes to that thread's handler of uncaught exceptions, and changes
   * nothing.
   */
  void retrying(Retry retry);

  /**
   * An attempt that another will follow.
   *
   * @param run name of the run
   * @param attempt the one that ended, from 0
   * @param error what it failed with, without the wrappers of futures
   * @param maybeCommitted whether it, or one before it, may have been applied all the same
   * @param delay the wait before the next one
   */
  record Retry(String run, int attempt, Throwable error, boolean maybeCommitted, Duration delay) {}
}
