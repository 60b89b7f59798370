package dev.tenure.record.scrub;

/**
 * Told by a run what it finds, one call at a time. What a listener throws ends the run; it must not
 * block.
 */
public interface ScrubListener {
  /** Listens to nothing. */
  ScrubListener NONE = new ScrubListener() {};

  /** A fault was found, and repaired if it says so: its transaction has ended. */
  default void fault(Fault fault) {}

  /** Something could not be judged. */
  default void unverified(Unverified part) {}

  /** A slice has ended, and there is more; its faults were told before. */
  default void slice(ScrubProgress progress) {}

  /** A slice has failed, and will be tried again, smaller. */
  default void retry(Throwable error) {}
}
