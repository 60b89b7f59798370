package dev.tenure.record.modify;

import dev.tenure.record.build.SliceFailure;

/**
 * Is told how a change goes on, between its transactions: the change waits for the answer. What it
 * throws ends the run.
 */
public interface ChangeListener {
  /** One that does nothing. */
  ChangeListener NONE = new ChangeListener() {};

  /** A transaction was committed; the position is where another run would go on. */
  default void committed(ChangePosition position) {}

  /** A record that matches was left as it is, by a transaction that was committed. */
  default void refused(ChangeRefusedException refusal) {}

  /** A transaction was not committed, and is tried again. */
  default void sliceFailed(SliceFailure failure) {}
}
