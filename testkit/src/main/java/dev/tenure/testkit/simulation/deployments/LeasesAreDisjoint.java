package dev.tenure.testkit.simulation.deployments;

import org.jspecify.annotations.Nullable;

/**
 * Whatever the clocks say, consumers' or operators': a lease is followed by another only when it is
 * over by version, and nobody frees an item whose holder is at work on it.
 */
final class LeasesAreDisjoint implements Promise {
  private final DeploymentWorld world;

  LeasesAreDisjoint(DeploymentWorld world) {
    this.world = world;
  }

  @Override
  public void changed(RowKey key, @Nullable ItemRow before, @Nullable ItemRow after, long version) {
    if (before == null || after == null || !before.isLeased()) {
      return;
    }
    boolean isSame = after.leaseHex().equals(before.leaseHex());
    if (isSame) {
      return;
    }
    if (after.isLeased()) {
      world.require(
          after.item().getLeaseVersion() >= before.leaseEndVersion(),
          "%s: a lease until version %d was taken over at %d"
              .formatted(key, before.leaseEndVersion(), after.item().getLeaseVersion()));
    } else {
      world.require(
          version >= before.leaseEndVersion() || !world.attempts.isRunning(before.leaseHex()),
          "%s was freed at version %d while its holder %s was at work, with a lease until %d"
              .formatted(key, version, before.item().getLeasedBy(), before.leaseEndVersion()));
    }
  }
}
