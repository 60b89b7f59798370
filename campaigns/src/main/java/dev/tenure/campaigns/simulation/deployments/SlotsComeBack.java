package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.consumer.ConsumerStatus;

/** Whatever was done to a consumer, at rest it has nothing in hand. */
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
