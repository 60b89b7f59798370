package dev.tenure.campaigns.simulation.report;

import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of a run.
 *
 * @param world the world it ran on
 * @param failure the violation; empty when there was none
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

  /** Runs to the end or to the first violation, and reports the result. */
  public static SimulationReport of(
      World world,
      long seed,
      Runnable run,
      EdgeCounts edges,
      DeterministicScheduler scheduler,
      EngineFaults faults) {
    Optional<Throwable> failure = Optional.empty();
    try {
      run.run();
    } catch (Throwable e) {
      // A checked exception, too: what handlers throw past the compiler may escape.
      failure = Optional.of(e);
    }
    return new SimulationReport(
        world,
        seed,
        failure,
        edges,
        scheduler.trace().hash(),
        scheduler.trace().tail(),
        scheduler.elapsed(),
        faults.commits());
  }

  public boolean isClean() {
    return failure.isEmpty();
  }
}
