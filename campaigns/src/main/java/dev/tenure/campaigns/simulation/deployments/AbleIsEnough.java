package dev.tenure.campaigns.simulation.deployments;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Checks that an item which one live consumer can run begins within the bound, whatever the other
 * consumers lack. The check looks every second. The bound counts from the first of the seconds at
 * which some consumer was able to run the item without a break.
 */
final class AbleIsEnough implements Promise {
  private final DeploymentWorld world;
  private final Rows rows;
  private final Fleet fleet;
  private final Map<RowKey, Instant> waitingSince = new HashMap<>();

  AbleIsEnough(DeploymentWorld world, Rows rows, Fleet fleet) {
    this.world = world;
    this.rows = rows;
    this.fleet = fleet;
  }

  @Override
  public void secondPassed() {
    Instant now = world.scheduler.now();
    Set<RowKey> waiting = new HashSet<>();
    rows.items()
        .forEach(
            (key, row) -> {
              StoreVersions versions = rows.versions(key.tenant());
              if (isWaiting(row, now) && !rows.isPaused(key) && fleet.isAble(row, versions)) {
                waiting.add(key);
                check(row, waitingSince.computeIfAbsent(key, unused -> now), now);
              }
            });
    waitingSince.keySet().retainAll(waiting);
  }

  /**
   * Whether an item could have begun: it is due and free, or its holder is gone, or its holder does
   * not run it.
   */
  private boolean isWaiting(ItemRow row, Instant now) {
    if (row.isLeased() && fleet.isHeldByLive(world, row)) {
      return !hasBegun(row);
    }
    return !row.vesting().isAfter(now);
  }

  private boolean hasBegun(ItemRow row) {
    return world
        .attempts
        .begunAt(row.key().id())
        .filter(begun -> !begun.isBefore(row.leasedSince()))
        .isPresent();
  }

  private void check(ItemRow row, Instant since, Instant now) {
    Duration waited = Duration.between(since, now);
    world.require(
        waited.compareTo(world.plan.bound()) <= 0,
        "%s (%s) waits for %s, though somebody is able; the bound is %s"
            .formatted(row.key(), row.job(), waited, world.plan.bound()));
  }
}
