package dev.tenure.record.meter;

import java.time.Duration;

/**
 * Receives the counts and times of transactions; an application implements it on its metrics
 * library. The methods are called when a transaction is opened, and when it ends, by the thread
 * that ends it. They must return at once and be safe for use by many threads. An error that they
 * throw goes to that thread's handler of uncaught exceptions.
 */
public interface RecordMeters {

  /**
   * Adds to a counter.
   *
   * @param run the name of the run, {@code context} for a transaction outside of a run
   * @param amount at least 1
   */
  void count(RecordCounter counter, String run, long amount);

  /** Adds a duration to a timer. */
  void time(RecordTimer timer, String run, Duration took);

  /**
   * Meters that ignore all values. With these and without a listener, transactions are not measured
   * at all.
   */
  static RecordMeters none() {
    return NoMeters.INSTANCE;
  }
}
