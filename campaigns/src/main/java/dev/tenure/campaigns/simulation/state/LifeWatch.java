package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks every item from commit to commit: an item that is neither queued nor set aside has ended,
 * and ends only once.
 */
final class LifeWatch {
  private final Set<ItemKey> ended = new HashSet<>();

  void check(DatabaseState state) {
    for (ItemKey key : state.changes().moved()) {
      TenantState tenant = state.tenant(key.tenant());
      if (tenant.items().containsKey(key)
          || tenant.groups().followers().containsKey(key)
          || tenant.deadLetters().containsKey(key)) {
        require(!ended.contains(key), () -> key + " is back after it had ended");
      } else {
        ended.add(key);
      }
    }
  }
}
