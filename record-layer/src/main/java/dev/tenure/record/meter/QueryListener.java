package dev.tenure.record.meter;

/**
 * Is called for each query that was planned, and for each execution of a plan after its end. Both
 * methods are called by the thread that plans or ends, and must return at once. An error that they
 * throw goes to that thread's handler of uncaught exceptions and has no other effect.
 */
@FunctionalInterface
public interface QueryListener {

  /**
   * Called once for each execution: when its cursor has stopped, has failed, or is closed. There is
   * no call for a cursor that is left before its stop without being closed.
   */
  void ended(QuerySummary summary);

  /** Called when a query got its plan: a new one, or one that was remembered. */
  default void planned(QueryPlanning planning) {
    // not everybody counts plans
  }
}
