package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.state.DatabaseState.IndexState;
import dev.tenure.queue.TenantId;
import java.util.Map;

/** Checks what must be true of the database at every commit version. */
final class StateChecks {
  private final PointerChecks pointers;
  private final OrderChecks orders;

  StateChecks(PointerChecks pointers, OrderChecks orders) {
    this.pointers = pointers;
    this.orders = orders;
  }

  /** Checks what changed. */
  void check(DatabaseState state) {
    pointers.check(state);
    orders.check(state);
    state.changes().grouped().forEach(tenant -> GroupChecks.check(tenant, state.tenant(tenant)));
  }

  /** Checks everything. */
  void checkAll(DatabaseState state, Map<TenantId, IndexState> indexes) {
    pointers.checkAll(state);
    orders.checkAll(state);
    state.tenants().forEach(GroupChecks::check);
    indexes.values().forEach(StateChecks::checkIndexes);
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
