package dev.tenure.campaigns.simulation.pointers;

import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.scheduling.SimulatedProcess;

/** A process that moves zones; after a crash another takes its place. */
final class ZoneActor {
  private final SimulatedWorld world;
  private final String name;
  private SimulatedProcess process;
  private Deployment deployment;

  /** Connects, running tasks until that is done. */
  ZoneActor(SimulatedWorld world, String name) {
    this.world = world;
    this.name = name;
    this.process = world.startProcess(name);
    this.deployment = world.scheduler.join(world.connect(process));
  }

  SimulatedProcess process() {
    return process;
  }

  Deployment deployment() {
    return deployment;
  }

  /**
   * Crashes the process. Transactions that it began and whose results it does not have may still
   * commit.
   */
  void crash() {
    process.crash();
  }

  /** Starts another process if this one has crashed. */
  void revive() {
    if (!process.isAlive()) {
      process = world.startProcess(name);
      deployment = world.scheduler.join(world.connect(process));
    }
  }
}
