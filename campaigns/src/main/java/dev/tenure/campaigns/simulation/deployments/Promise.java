package dev.tenure.campaigns.simulation.deployments;

/** One of the promises of docs/queue-protocol.md, as a check of a run. */
interface Promise extends RowListener {

  /** Another second of virtual time has passed. */
  default void secondPassed() {}

  /** There are no troubles any more, and nothing is left to do. */
  default void atRest() {}
}
