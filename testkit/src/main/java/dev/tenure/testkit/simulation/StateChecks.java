package dev.tenure.testkit.simulation;

import static dev.tenure.testkit.simulation.InvariantViolation.require;

import dev.tenure.queue.TenantId;
import dev.tenure.testkit.simulation.DatabaseState.IndexState;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import java.util.Map;

/** What must be true of the database at every commit version. */
final class StateChecks {
  private final PointerChecks pointers;
  private final OrderChecks orders;

  StateChecks(PointerChecks pointers, OrderChecks orders) {
    this.pointers = pointers;
    this.orders = orders;
  }

  /** Looks at the pointers, and at the tenants that have changed. */
  void check(DatabaseState state) {
    pointers.check(state);
    state.changes().tenants().forEach(tenant -> checkTenant(tenant, state.tenant(tenant)));
  }

  /** Looks at everything else. */
  void checkAll(DatabaseState state, Map<TenantId, IndexState> indexes) {
    state.tenants().forEach(this::checkTenant);
    orders.checkAcknowledged(state);
    indexes.values().forEach(StateChecks::checkIndexes);
  }

  private void checkTenant(TenantId tenant, TenantState state) {
    orders.check(tenant, state);
    GroupChecks.check(tenant, state);
  }

  private static void checkIndexes(IndexState indexes) {
    indexes
        .expected()
        .forEach(
            (index, expected) ->
                require(
                    expected.equals(indexes.stored().get(index)),
                    () ->
                        "index %s holds %s, its records say %s"
                            .formatted(index, indexes.stored().get(index), expected)));
  }
}
