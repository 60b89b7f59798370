package dev.tenure.record.global.audit;

import dev.tenure.record.global.upkeep.WalkProgress;

/** Is told what an audit does, by any thread and by several at a time. */
public interface AuditListener {

  /** Everything that is not VALID. */
  default void found(Finding finding) {}

  /** A page is done; its position is the place to go on from when the run fails later. */
  default void progress(WalkProgress progress) {}

  /** Listens to nothing. */
  static AuditListener none() {
    return new AuditListener() {};
  }
}
