package dev.tenure.campaigns.simulation.deployments;

import org.jspecify.annotations.Nullable;

/**
 * Checks that a lease is followed by another only after it has ended by version, and that nobody
 * frees an item whose handler runs, whatever the clocks of consumers and operators show.
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
      requireLater(key, before, after, version);
      return;
    }
    if (after.isLeased()) {
      world.require(
          after.item().getLeaseVersion() >= before.leaseEndVersion(),
          "%s: a lease until version %d was taken over at %d"
              .formatted(key, before.leaseEndVersion(), after.item().getLeaseVersion()));
    } else {
      world.require(
          version >= before.leaseEndVersion()
              || !world.attempts.isRunning(before.leaseHex(), key.id()),
          "%s was freed at version %d while its holder %s was at work, with a lease until %d"
              .formatted(key, version, before.item().getLeasedBy(), before.leaseEndVersion()));
      requireReported(key, before, after, version);
    }
  }

  /**
   * Versions tell when a lease is over, so one that lasts longer has a later version. One that is
   * over by version may be ended by time too.
   */
  private void requireLater(RowKey key, ItemRow before, ItemRow after, long version) {
    boolean isFreed =
        after.vesting().isBefore(before.vesting()) && version >= before.leaseEndVersion();
    world.require(
        after.vesting().equals(before.vesting())
            || isFreed
            || after.item().getLeaseVersion() > before.item().getLeaseVersion(),
        key + ": a lease was extended, and has the version that it had");
  }

  /**
   * A holder that gives its item back reports what became of the attempt: it failed, or it was
   * none. Anybody else counts an attempt that vanished, and may only when the lease is over.
   */
  private void requireReported(RowKey key, ItemRow before, ItemRow after, long version) {
    boolean isTakenAway =
        after.item().getAttemptCount() > before.item().getAttemptCount()
            && after.item().getErrorCount() == before.item().getErrorCount();
    world.require(
        !isTakenAway || version >= before.leaseEndVersion(),
        "%s was taken from its holder at version %d, its lease lasts until %d"
            .formatted(key, version, before.leaseEndVersion()));
  }
}
