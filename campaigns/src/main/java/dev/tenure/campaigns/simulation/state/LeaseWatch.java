package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.run.Ledger;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.proto.QueueItem;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks the leases of all items from commit to commit. A lease that was not given back may be
 * followed by another only after it has ended by version, and only its holder ends the item. Must
 * be called for every commit and every crash of the engine.
 */
final class LeaseWatch {
  private static final long VERSIONS_PER_MILLI = 1_000;

  private final EdgeCounts edges;
  private final Ledger ledger;

  /**
   * @param ledger told under which lease each item was ended
   */
  LeaseWatch(EdgeCounts edges, Ledger ledger) {
    this.edges = edges;
    this.ledger = ledger;
  }

  /**
   * Checks the state after a crash of the engine. Leases are not synced: the last ones may be lost,
   * so that an earlier lease is stored again. An item that is gone was ended by the holder of the
   * lease that was seen last.
   */
  void checkAfterCrash(DatabaseState state) {
    check(state, (key, before, now) -> {});
  }

  void check(DatabaseState state) {
    check(
        state,
        (key, before, now) -> {
          checkTakeover(key, before, now);
          checkExtension(key, before, now);
          checkTakenAway(key, before, now, state.version());
        });
  }

  /** What to do about an item that is there before and after. */
  private interface Change {
    void from(ItemKey key, QueueItem before, QueueItem now);
  }

  private void check(DatabaseState state, Change change) {
    Map<ItemKey, SimulatedOrder> orders = changedOrders(state);
    state
        .changes()
        .items()
        .forEach(
            (key, before) -> {
              TenantState tenant = state.tenant(key.tenant());
              QueueItem now = tenant.items().get(key);
              if (before.isPresent() && now == null) {
                checkEnd(key, before.get(), tenant, orders.get(key));
              } else if (before.isPresent() && now != null) {
                change.from(key, before.get(), now);
              }
            });
  }

  private static Map<ItemKey, SimulatedOrder> changedOrders(DatabaseState state) {
    Map<ItemKey, SimulatedOrder> orders = new HashMap<>();
    state
        .changes()
        .orders()
        .forEach(
            (tenant, numbers) ->
                numbers.forEach(
                    number -> {
                      SimulatedOrder order = state.tenant(tenant).orders().get(number);
                      if (order != null) {
                        orders.put(new ItemKey(tenant, order.getZone(), order.getItem()), order);
                      }
                    }));
    return orders;
  }

  /** An item is gone: it was cancelled, or whoever held its lease ended it, with its effects. */
  private void checkEnd(
      ItemKey key, QueueItem before, TenantState tenant, @Nullable SimulatedOrder order) {
    if (order != null && order.getCancelled()) {
      return;
    }
    require(!before.getLeaseId().isEmpty(), () -> key + " was ended though nobody held its lease");
    ledger.endUnder(before.getLeaseId(), key.id());
    SimulatedEffect effect = order == null ? null : tenant.effects().get(order.getNumber());
    require(
        effect == null || before.getLeaseId().equals(effect.getLeaseId()),
        () -> key + " was completed by another than the holder of its lease");
  }

  private void checkTakeover(ItemKey key, QueueItem earlier, QueueItem later) {
    boolean takenOver =
        !earlier.getLeaseId().isEmpty()
            && !later.getLeaseId().isEmpty()
            && !earlier.getLeaseId().equals(later.getLeaseId());
    if (takenOver) {
      edges.hit(Edge.LEASE_TAKEN_OVER);
      long over = earlier.getLeaseVersion() + earlier.getLeaseMillis() * VERSIONS_PER_MILLI;
      require(
          later.getLeaseVersion() >= over,
          () ->
              "%s: a lease until version %d was taken over at %d"
                  .formatted(key, over, later.getLeaseVersion()));
    }
  }

  /** Versions tell when a lease is over, so one that lasts longer has a later version. */
  private static void checkExtension(ItemKey key, QueueItem earlier, QueueItem later) {
    boolean extended =
        !earlier.getLeaseId().isEmpty()
            && earlier.getLeaseId().equals(later.getLeaseId())
            && earlier.getVestingMillis() != later.getVestingMillis();
    require(
        !extended || later.getLeaseVersion() > earlier.getLeaseVersion(),
        () -> key + ": a lease was extended, and has the version that it had: " + later);
  }

  /**
   * A holder that gives its item back reports what became of the attempt: it failed, or it was
   * none. Anybody else counts an attempt that vanished, and may only when the lease is over.
   */
  private static void checkTakenAway(
      ItemKey key, QueueItem earlier, QueueItem later, long version) {
    boolean takenAway =
        !earlier.getLeaseId().isEmpty()
            && later.getLeaseId().isEmpty()
            && later.getAttemptCount() > earlier.getAttemptCount()
            && later.getErrorCount() == earlier.getErrorCount();
    long over = earlier.getLeaseVersion() + earlier.getLeaseMillis() * VERSIONS_PER_MILLI;
    require(
        !takenAway || version >= over,
        () ->
            "%s was taken from its holder at version %d, its lease lasts until %d"
                .formatted(key, version, over));
  }
}
