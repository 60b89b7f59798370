package dev.tenure.campaigns.simulation.deployments;

/** One of the promises of docs/queue-protocol.md, as a check of a run. */
interface Promise extends RowListener {

  /** Called after each second of virtual time. */
  default void secondPassed() {}

  /**
   * Called at the end of the run, when there are no troubles any more and nothing is left to do.
   */
  default void atRest() {}
}
