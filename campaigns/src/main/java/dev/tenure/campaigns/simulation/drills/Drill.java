package dev.tenure.campaigns.simulation.drills;

/** One danger and the promise that is checked in it. */
interface Drill {

  /** The number of clusters that the drill needs. */
  default int clusters() {
    return 1;
  }

  /**
   * Runs the drill to its end, and fails with an {@code InvariantViolation} when the promise is
   * broken.
   */
  void run(Bench bench);
}
