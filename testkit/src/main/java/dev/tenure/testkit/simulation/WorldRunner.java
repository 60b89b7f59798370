package dev.tenure.testkit.simulation;

import java.io.OutputStream;
import java.util.ServiceLoader;

/**
 * A world that lies in a package of its own, which this package does not know: it is found as a
 * service.
 */
public interface WorldRunner {

  World world();

  /** Runs a seed to its end or its first violation, writing the whole history to {@code trace}. */
  SimulationReport run(long seed, OutputStream trace);

  /**
   * @throws IllegalStateException when no runner of that world is on the class path
   */
  static WorldRunner of(World world) {
    for (WorldRunner runner : ServiceLoader.load(WorldRunner.class)) {
      if (runner.world() == world) {
        return runner;
      }
    }
    throw new IllegalStateException("no runner of the world " + world + " is on the class path");
  }
}
