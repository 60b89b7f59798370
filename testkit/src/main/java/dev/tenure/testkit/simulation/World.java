package dev.tenure.testkit.simulation;

import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a seed is run on. */
public enum World {
  /** The engine and clients of it. */
  ENGINE,
  /** A record store with indexes of every type, on the engine. */
  INDEXES,
  /** The whole system, on the engine. */
  QUEUES;

  /** Runs a seed to its end or its first violation, writing the whole history to {@code trace}. */
  SimulationReport run(long seed, OutputStream trace) {
    return switch (this) {
      case ENGINE -> EngineSimulation.run(seed, trace);
      case INDEXES -> IndexSimulation.run(seed, trace);
      case QUEUES -> Simulation.run(SimulationOptions.seeded(seed), trace);
    };
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> names() {
    return Stream.of(values()).map(World::toString).toList();
  }
}
