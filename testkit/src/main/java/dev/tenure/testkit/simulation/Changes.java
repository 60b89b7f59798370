package dev.tenure.testkit.simulation;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What became different in the database from one reading to another. */
final class Changes {
  private final Map<ItemKey, Optional<QueueItem>> items = new TreeMap<>();
  private final Set<ItemKey> deadLetters = new TreeSet<>();
  private final Map<TenantId, Set<String>> orders = new TreeMap<>();

  void item(ItemKey key, Optional<QueueItem> before) {
    items.putIfAbsent(key, before);
  }

  void deadLetter(ItemKey key) {
    deadLetters.add(key);
  }

  /** The order, its effects, or the tenant's tally. */
  void order(TenantId tenant, String number) {
    orders.computeIfAbsent(tenant, unused -> new TreeSet<>()).add(number);
  }

  /** Items that came, changed or went, and what they were before. */
  Map<ItemKey, Optional<QueueItem>> items() {
    return items;
  }

  /** Dead letters that came or went. */
  Set<ItemKey> deadLetters() {
    return deadLetters;
  }

  /** Orders by number, of which something is different. */
  Map<TenantId, Set<String>> orders() {
    return orders;
  }

  /** Whose items, dead letters, orders or effects are different. */
  Set<TenantId> tenants() {
    Set<TenantId> tenants = new TreeSet<>(orders.keySet());
    items.keySet().forEach(key -> tenants.add(key.tenant()));
    deadLetters.forEach(key -> tenants.add(key.tenant()));
    return tenants;
  }
}
