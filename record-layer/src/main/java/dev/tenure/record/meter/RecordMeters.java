package dev.tenure.record.meter;

import java.time.Duration;

/**
 * Where the numbers of transactions go. Called when a transaction is opened and once more when it
 * ends, by the thread that ends it: must return at once, and be safe for use by many threads. What
 * it throws goes to that thread's handler of uncaught exceptions.
 */
public interface RecordMeters {

  /**
   * Adds to a counter.
   *
   * @param run name of the run, {@code context} for a transaction outside of one
   * @param amount at least 1
   */
  void count(RecordCounter counter, String run, long amount);

  /** Notes that something took a time. */
  void time(RecordTimer timer, String run, Duration took);

  /** Takes no notice; with these and no listener, transactions are not measured at all. */
  static RecordMeters none() {
    return NoMeters.INSTANCE;
  }
}
