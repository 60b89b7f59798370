package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.campaigns.simulation.run.SimulationOptions;
import dev.tenure.campaigns.simulation.state.StateWatch;

/**
 * Checks that few transactions achieve nothing: in a period of quiet seconds in which no item
 * changed, each consumer may begin only a limited number of them per second and shard.
 */
final class ThrashCheck {
  /** Long enough for what was begun before the last progress to end. */
  private static final int QUIET_SECONDS = 5;

  /**
   * A consumer's share of beats, polls and visits to zones that rest, with room for some that
   * collide; one that visits in a loop begins thousands.
   */
  private static final int PER_CONSUMER_AND_SHARD = 10;

  private final SimulatedWorld world;
  private final StateWatch watch;
  private long itemChanges;
  private long transactions;
  private int seconds;

  ThrashCheck(SimulatedWorld world, StateWatch watch) {
    this.world = world;
    this.watch = watch;
    begin();
  }

  private void begin() {
    itemChanges = watch.itemChanges();
    transactions = world.faults.readVersions();
    seconds = 0;
  }

  /** Called after each second with faults off. */
  void secondPassed() {
    if (watch.itemChanges() != itemChanges) {
      begin();
      return;
    }
    if (++seconds < QUIET_SECONDS) {
      return;
    }
    long begun = world.faults.readVersions() - transactions;
    InvariantViolation.require(
        begun <= max(),
        "%d transactions in %d seconds without progress, at most %d are expected"
            .formatted(begun, QUIET_SECONDS, max()));
    begin();
  }

  private long max() {
    SimulationOptions.Fleet fleet = world.options.fleet();
    long sources = (long) fleet.consumers() * fleet.clusters() * fleet.shards();
    return sources * PER_CONSUMER_AND_SHARD * QUIET_SECONDS;
  }
}
