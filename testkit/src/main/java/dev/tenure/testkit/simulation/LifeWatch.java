package dev.tenure.testkit.simulation;

import static dev.tenure.testkit.simulation.InvariantViolation.require;

import java.util.HashSet;
import java.util.Set;

/** Follows every item from check to check: one that is neither queued nor set aside has ended. */
final class LifeWatch {
  private final Set<ItemKey> ended = new HashSet<>();
  private Set<ItemKey> before = new HashSet<>();

  void check(DatabaseState state) {
    Set<ItemKey> now = new HashSet<>();
    state
        .tenants()
        .values()
        .forEach(
            tenant -> {
              now.addAll(tenant.items().keySet());
              now.addAll(tenant.groups().followers().keySet());
              now.addAll(tenant.deadLetters().keySet());
            });
    now.forEach(item -> require(!ended.contains(item), item + " is back after it had ended"));
    before.stream().filter(item -> !now.contains(item)).forEach(ended::add);
    before = now;
  }
}
