package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.run.Ledger;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.TenantId;
import java.util.HashSet;
import java.util.Set;

/** Nothing is lost, nothing is in two places, effects were committed once. */
final class OrderChecks {
  private final Ledger ledger;

  OrderChecks(Ledger ledger) {
    this.ledger = ledger;
  }

  void check(TenantId tenant, TenantState state) {
    if (PointerChecks.isLocal(tenant)) {
      checkLocal(tenant, state);
      return;
    }
    checkEffects(state);
    Set<ItemKey> ordered = new HashSet<>();
    for (SimulatedOrder order : state.orders().values()) {
      ItemKey item = new ItemKey(tenant, order.getZone(), order.getItem());
      ordered.add(item);
      checkPlaces(state, order, item);
    }
    state
        .items()
        .keySet()
        .forEach(item -> require(ordered.contains(item), () -> item + " has no order"));
    state
        .groups()
        .followers()
        .keySet()
        .forEach(item -> require(ordered.contains(item), () -> item + " has no order"));
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

  void checkAcknowledged(DatabaseState state) {
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

  private static void checkEffects(TenantState state) {
    for (SimulatedEffect effect : state.effects().values()) {
      require(
          effect.getTimes() == 1,
          () ->
              "the effects of %s were committed %d times"
                  .formatted(effect.getNumber(), effect.getTimes()));
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
