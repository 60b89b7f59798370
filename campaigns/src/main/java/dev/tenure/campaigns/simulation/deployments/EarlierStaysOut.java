package dev.tenure.campaigns.simulation.deployments;

import org.jspecify.annotations.Nullable;

/**
 * Checks that a consumer of an earlier Tenure leases nothing in a store whose content that release
 * does not know.
 */
final class EarlierStaysOut implements Promise {
  private final DeploymentWorld world;
  private final Rows rows;
  private final Fleet fleet;

  EarlierStaysOut(DeploymentWorld world, Rows rows, Fleet fleet) {
    this.world = world;
    this.rows = rows;
    this.fleet = fleet;
  }

  @Override
  public void changed(RowKey key, @Nullable ItemRow before, @Nullable ItemRow after, long version) {
    if (after == null
        || !after.isLeased()
        || (before != null && before.leaseHex().equals(after.leaseHex()))
        || !fleet.wasOnEarlierTenure(after.item().getLeasedBy())) {
      return;
    }
    StoreVersions store = rows.versions(key.tenant());
    world.require(
        store.contentFormat() == 0 || after.item().getLeaseVersion() < store.contentSince(),
        "%s of %s was leased by %s, which does not know the store's content format"
            .formatted(key.id(), key.tenant(), after.item().getLeasedBy()));
  }
}
