package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.run.Ledger;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.TenantId;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks that no order is lost, that no item is in two places, and that effects were committed
 * once.
 */
final class OrderChecks {
  private final Ledger ledger;

  OrderChecks(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Checks the orders that changed. */
  void check(DatabaseState state) {
    Changes changes = state.changes();
    Set<ItemKey> changed = changes.moved();
    changed.addAll(changes.ordered());
    Set<TenantId> local = new TreeSet<>();
    for (ItemKey item : changed) {
      if (PointerChecks.isLocal(item.tenant())) {
        local.add(item.tenant());
      } else {
        checkItem(state.tenant(item.tenant()), item);
      }
    }
    local.forEach(cluster -> checkLocal(cluster, state.tenant(cluster)));
    changes.orders().forEach((tenant, numbers) -> checkEffects(state.tenant(tenant), numbers));
  }

  /** Checks all orders. */
  void checkAll(DatabaseState state) {
    state
        .tenants()
        .forEach(
            (tenant, store) -> {
              if (PointerChecks.isLocal(tenant)) {
                checkLocal(tenant, store);
              } else {
                checkTenant(tenant, store);
              }
            });
    checkAcknowledged(state);
  }

  private void checkTenant(TenantId tenant, TenantState state) {
    checkEffects(state, state.effects().keySet());
    state
        .orders()
        .values()
        .forEach(
            order ->
                checkPlaces(state, order, new ItemKey(tenant, order.getZone(), order.getItem())));
    state.items().keySet().forEach(item -> checkItem(state, item));
    state.groups().followers().keySet().forEach(item -> checkItem(state, item));
  }

  private void checkItem(TenantState state, ItemKey item) {
    String number = state.numbers().get(item);
    if (number == null) {
      require(
          !state.items().containsKey(item) && !state.groups().followers().containsKey(item),
          () -> item + " has no order");
    } else {
      checkPlaces(state, Objects.requireNonNull(state.orders().get(number)), item);
    }
  }

  /** A cluster's own items have no orders: what was acknowledged is there, or was called done. */
  private void checkLocal(TenantId cluster, TenantState state) {
    Set<String> present = new HashSet<>();
    state.items().keySet().forEach(item -> present.add(item.id()));
    state.deadLetters().keySet().forEach(item -> present.add(item.id()));
    ledger
        .localItems(cluster)
        .forEach(
            id ->
                require(
                    present.contains(id) || ledger.isFinished(id),
                    () -> "the acknowledged local item " + id + " of " + cluster + " is lost"));
  }

  private void checkAcknowledged(DatabaseState state) {
    ledger
        .acknowledged()
        .forEach(
            (number, tenant) -> {
              TenantState tenantState = state.tenants().get(tenant);
              require(
                  tenantState != null && tenantState.orders().containsKey(number),
                  () -> "the acknowledged order " + number + " of " + tenant + " is lost");
            });
  }

  private static void checkEffects(TenantState state, Iterable<String> numbers) {
    for (String number : numbers) {
      SimulatedEffect effect = state.effects().get(number);
      long times = effect == null ? 1 : effect.getTimes();
      require(
          times == 1, () -> "the effects of %s were committed %d times".formatted(number, times));
    }
    require(
        state.tally() == state.effects().size(),
        () -> "tally %d, items with effects %d".formatted(state.tally(), state.effects().size()));
  }

  /** An order's item waits, is set aside, had its effects, or was cancelled: just one of these. */
  private void checkPlaces(TenantState state, SimulatedOrder order, ItemKey item) {
    boolean waits = state.items().containsKey(item) || state.groups().followers().containsKey(item);
    boolean isSetAside = state.deadLetters().containsKey(item);
    boolean hadEffects = state.effects().containsKey(order.getNumber());
    int places =
        (waits ? 1 : 0)
            + (isSetAside ? 1 : 0)
            + (hadEffects ? 1 : 0)
            + (order.getCancelled() ? 1 : 0);
    boolean mayLeaveNoTrace =
        WorkKind.ofType(order.getType()).ending() == WorkKind.Ending.NO_TRACE
            && ledger.isFinished(order.getNumber());
    require(
        places == 1 || (places == 0 && mayLeaveNoTrace),
        () ->
            "order %s is in %d places: item %s, dead letter %s, effects %s, cancelled %s"
                .formatted(
                    order.getNumber(),
                    places,
                    waits,
                    isSetAside,
                    hadEffects,
                    order.getCancelled()));
  }
}
