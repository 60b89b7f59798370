package dev.tenure.campaigns.simulation.drills;

/** One danger and the promise that is checked in it. */
interface Drill {

  /** How many clusters it needs. */
  default int clusters() {
    return 1;
  }

  /** Runs to its end; throws when the promise is broken. */
  void run(Bench bench);
}
