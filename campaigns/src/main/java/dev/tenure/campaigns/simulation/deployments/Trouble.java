package dev.tenure.campaigns.simulation.deployments;

/** The troubles that a seed may have, in addition to the usual faults of engine and network. */
enum Trouble {
  /** Consumers crash, pause, and stop in good order. */
  CRASHES,
  /** Some tenants' handlers, effects and codecs misbehave. */
  POISON,
  /** Some tenants' effects take half of the time that a transaction has. */
  SLOW_EFFECTS,
  /** A cluster, or one process's connection to it, stops answering and comes back. */
  HANGING,
  /** One process has a clock that is hours off, steps back, or drifts. */
  WRONG_CLOCK,
  /** Consumers and producers are upgraded one by one, and rolled back. */
  UPGRADES,
  /** Somebody pauses and resumes zones, retries and redrives items. */
  OPERATOR,
  /** Tenants are deleted while they have work. */
  DELETES,
  /** Executors reject bursts of tasks. */
  REJECTIONS,
  /** Listeners and tracers throw Errors. */
  LISTENERS
}
