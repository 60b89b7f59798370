package dev.tenure.campaigns.simulation.deployments;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the items of healthy tenants are done in time and none of their attempts fails,
 * whatever other tenants, types and clusters do.
 */
final class FaultsStayWhereTheyAre implements Promise {
  /** To begin, to be taken over once, and to end. */
  private static final int BOUNDS = 2;

  private final DeploymentWorld world;
  private final Rows rows;
  private final Fleet fleet;
  private final Map<RowKey, Instant> since = new HashMap<>();

  FaultsStayWhereTheyAre(DeploymentWorld world, Rows rows, Fleet fleet) {
    this.world = world;
    this.rows = rows;
    this.fleet = fleet;
  }

  @Override
  public void secondPassed() {
    Instant now = world.scheduler.now();
    Set<RowKey> able = new HashSet<>();
    rows.items()
        .forEach(
            (key, row) -> {
              if (isGood(row) && isUndisturbed(row, now)) {
                able.add(key);
                check(row, since.computeIfAbsent(key, unused -> now), now);
              }
            });
    since.keySet().retainAll(able);
  }

  private boolean isGood(ItemRow row) {
    return world.kindOf(row.key().tenant()) == DeploymentWorld.TenantKind.GOOD;
  }

  private boolean isUndisturbed(ItemRow row, Instant now) {
    boolean isDue = !row.vesting().isAfter(now) || row.isLeased();
    boolean isLost = row.isLeased() && !fleet.isHeldByLive(world, row);
    return isDue
        && !isLost
        && !rows.isPaused(row.key())
        && fleet.isAble(row, rows.versions(row.key().tenant()));
  }

  private void check(ItemRow row, Instant from, Instant now) {
    Duration waited = Duration.between(from, now);
    Duration bound = world.plan.bound().multipliedBy(BOUNDS);
    world.require(
        waited.compareTo(bound) <= 0,
        "%s (%s) of a tenant with which nothing is wrong is not done after %s, the bound is %s"
            .formatted(row.key(), row.job(), waited, bound));
  }

  @Override
  public void changed(RowKey key, @Nullable ItemRow before, @Nullable ItemRow after, long version) {
    if (before != null
        && after != null
        && after.job().isGood()
        && after.item().getErrorCount() > before.item().getErrorCount()) {
      world.require(
          world.wasDisturbed(before),
          key + " (" + after.job() + ") counts a failed attempt, and nothing is wrong with it");
    }
  }
}
