package dev.tenure.record.modify;

import dev.tenure.record.build.SliceFailure;

/**
 * Is told of the progress of a change, between two of its transactions. The run waits until the
 * call returns. An exception from the listener ends the run.
 */
public interface ChangeListener {
  /** A listener that does nothing. */
  ChangeListener NONE = new ChangeListener() {};

  /** A transaction was committed. Another run would continue from the position. */
  default void committed(ChangePosition position) {}

  /**
   * A committed transaction left a matching record unchanged, because the record could not be
   * changed.
   */
  default void refused(ChangeRefusedException refusal) {}

  /** A transaction failed; the run tries it again. */
  default void sliceFailed(SliceFailure failure) {}
}
