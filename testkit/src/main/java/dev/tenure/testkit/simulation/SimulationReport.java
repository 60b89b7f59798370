package dev.tenure.testkit.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a run did.
 *
 * @param world what it was run on
 * @param failure what was found to be wrong; empty when nothing was
 * @param traceHash equal for two runs exactly when they did the same
 * @param traceTail the last lines of the history
 */
public record SimulationReport(
    World world,
    long seed,
    Optional<Throwable> failure,
    EdgeCounts edges,
    String traceHash,
    List<String> traceTail,
    Duration virtualTime,
    long commits) {

  public boolean isClean() {
    return failure.isEmpty();
  }
}
