package dev.tenure.testkit.simulation;

import static dev.tenure.testkit.simulation.InvariantViolation.require;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import dev.tenure.testkit.simulation.proto.SimulatedEffect;
import dev.tenure.testkit.simulation.proto.SimulatedOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * Follows the leases of all items from commit to commit: one that was not given back may be
 * followed by another only when its time is over by version. Needs to see every commit.
 */
final class LeaseWatch {
  private static final long VERSIONS_PER_MILLI = 1_000;

  private final EdgeCounts edges;
  private Map<ItemKey, QueueItem> before = new HashMap<>();

  LeaseWatch(EdgeCounts edges) {
    this.edges = edges;
  }

  void check(DatabaseState state) {
    Map<ItemKey, QueueItem> now = new HashMap<>();
    state
        .tenants()
        .forEach(
            (name, tenant) -> {
              now.putAll(tenant.items());
              tenant.orders().values().forEach(order -> checkHolder(name, tenant, order));
            });
    now.forEach(
        (key, item) -> {
          QueueItem earlier = before.get(key);
          if (earlier != null) {
            check(key, earlier, item);
          }
        });
    before = now;
  }

  /** Effects that are new since the last commit are those of whoever held the item's lease. */
  private void checkHolder(TenantId name, TenantState tenant, SimulatedOrder order) {
    ItemKey key = new ItemKey(name, order.getZone(), order.getItem());
    QueueItem earlier = before.get(key);
    SimulatedEffect effect = tenant.effects().get(order.getNumber());
    if (earlier != null && effect != null) {
      require(
          earlier.getLeaseId().equals(effect.getLeaseId()),
          key + " was completed by another than the holder of its lease");
    }
  }

  private void check(ItemKey key, QueueItem earlier, QueueItem later) {
    boolean takenOver =
        !earlier.getLeaseId().isEmpty()
            && !later.getLeaseId().isEmpty()
            && !earlier.getLeaseId().equals(later.getLeaseId());
    if (takenOver) {
      edges.hit(Edge.LEASE_TAKEN_OVER);
      long over = earlier.getLeaseVersion() + earlier.getLeaseMillis() * VERSIONS_PER_MILLI;
      require(
          later.getLeaseVersion() >= over,
          "%s: a lease until version %d was taken over at %d"
              .formatted(key, over, later.getLeaseVersion()));
    }
  }
}
