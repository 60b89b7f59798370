package dev.tenure.testkit.simulation;

import static dev.tenure.testkit.simulation.InvariantViolation.require;

import dev.tenure.queue.TenantId;
import dev.tenure.testkit.simulation.DatabaseState.IndexState;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import java.util.Map;
import java.util.TreeMap;

/** What must be true of the database at every commit version. */
final class StateChecks {
  private final PointerChecks pointers;
  private final OrderChecks orders;
  private final Map<TenantId, TenantState> checked = new TreeMap<>();

  StateChecks(PointerChecks pointers, OrderChecks orders) {
    this.pointers = pointers;
    this.orders = orders;
  }

  void check(DatabaseState state) {
    checkIndexes(state.topLevel());
    pointers.check(state);
    state.tenants().forEach(this::checkIfChanged);
    orders.checkAcknowledged(state);
  }

  @SuppressWarnings("ReferenceEquality") // a state that has not changed is the same object
  private void checkIfChanged(TenantId tenant, TenantState state) {
    if (checked.get(tenant) != state) {
      checkIndexes(state.indexes());
      orders.check(tenant, state);
      GroupChecks.check(tenant, state);
      checked.put(tenant, state);
    }
  }

  private static void checkIndexes(IndexState indexes) {
    indexes
        .expected()
        .forEach(
            (index, expected) ->
                require(
                    expected.equals(indexes.stored().get(index)),
                    "index %s holds %s, its records say %s"
                        .formatted(index, indexes.stored().get(index), expected)));
  }
}
