package dev.tenure.campaigns.simulation.deployments;

import org.jspecify.annotations.Nullable;

/** Checks that no commit after that of a pause leases items of the zone. */
final class PausesHold implements Promise {
  private final DeploymentWorld world;
  private final Rows rows;

  PausesHold(DeploymentWorld world, Rows rows) {
    this.world = world;
    this.rows = rows;
  }

  @Override
  public void changed(RowKey key, @Nullable ItemRow before, @Nullable ItemRow after, long version) {
    boolean isTaken =
        after != null
            && after.isLeased()
            && (before == null || !after.leaseHex().equals(before.leaseHex()));
    world.require(
        !isTaken || !rows.isPaused(key), key + " was leased while its zone was paused: " + after);
  }
}
