package dev.tenure.campaigns.simulation.deployments;

import java.util.List;
import java.util.Optional;

/** The processes of a run. */
record Fleet(List<FleetConsumer> consumers, List<FleetProducer> producers) {

  /** Whether at least one consumer is able to run the item. */
  boolean isAble(ItemRow row, StoreVersions versions) {
    return consumers.stream().anyMatch(each -> each.isAble(row, versions));
  }

  /** Whether the id is that of a consumer of an earlier Tenure. */
  boolean wasOnEarlierTenure(String consumerId) {
    return consumers.stream().anyMatch(each -> each.wasOnEarlierTenure(consumerId));
  }

  /** Whether the consumer that holds the item's lease is live and may still extend it. */
  boolean isHeldByLive(DeploymentWorld world, ItemRow row) {
    Optional<FleetConsumer> holder =
        consumers.stream().filter(each -> each.isNow(row.item().getLeasedBy())).findFirst();
    return holder
        .filter(each -> each.isLive() && world.links.answers(each.name(), row.cluster()))
        .isPresent();
  }
}
