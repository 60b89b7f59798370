package dev.tenure.campaigns.simulation.report;

import java.io.OutputStream;

/** Runs seeds on a {@link World}. */
public interface WorldRunner {

  /** Runs a seed to its end or its first violation, writing the whole history to {@code trace}. */
  SimulationReport run(long seed, OutputStream trace);
}
