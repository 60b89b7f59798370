package dev.tenure.testkit.simulation;

import static dev.tenure.testkit.simulation.InvariantViolation.require;

import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import java.util.HashSet;
import java.util.Set;

/**
 * Follows every item from commit to commit: one that is neither queued nor set aside has ended, and
 * ends once only.
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
