package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.consumer.ConsumerStatus;

/** Checks that a consumer at rest has no in-flight items, whatever faults it met. */
final class SlotsComeBack implements Promise {
  private final DeploymentWorld world;
  private final Fleet fleet;

  SlotsComeBack(DeploymentWorld world, Fleet fleet) {
    this.world = world;
    this.fleet = fleet;
  }

  @Override
  public void atRest() {
    for (FleetConsumer consumer : fleet.consumers()) {
      ConsumerStatus.Load load = consumer.status().load();
      world.require(
          load.items() == 0 && load.running() == 0 && load.ending() == 0,
          consumer.name() + " has nothing to do, and in hand " + load);
    }
  }
}
