package dev.tenure.record.global.audit;

import dev.tenure.record.global.upkeep.WalkProgress;

/**
 * Receives the findings and the progress of an audit. Several threads may call it at the same time.
 */
public interface AuditListener {

  /** The audit has found a record that is not VALID. */
  default void found(Finding finding) {}

  /** A page is done. After a later failure, another run can continue from the page's position. */
  default void progress(WalkProgress progress) {}

  /** A listener that does nothing. */
  static AuditListener none() {
    return new AuditListener() {};
  }
}
