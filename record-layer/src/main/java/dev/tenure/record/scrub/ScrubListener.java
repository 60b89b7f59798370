package dev.tenure.record.scrub;

/**
 * Is called during a run, one call at a time. A listener must not block. An exception that it
 * throws ends the run.
 */
public interface ScrubListener {
  /** A listener that does nothing. */
  ScrubListener NONE = new ScrubListener() {};

  /**
   * Called for each fault, after the transaction that found, and possibly repaired, it has ended.
   */
  default void fault(Fault fault) {}

  /** Called for a part of the index that could not be checked. */
  default void unverified(Unverified part) {}

  /** Called after each slice but the last, after the calls for its faults. */
  default void slice(ScrubProgress progress) {}

  /** Called when a slice failed, and will be retried with fewer records. */
  default void retry(Throwable error) {}
}
