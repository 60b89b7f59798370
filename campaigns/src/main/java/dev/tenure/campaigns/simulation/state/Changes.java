package dev.tenure.campaigns.simulation.state;

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
  private final Set<ItemKey> followers = new TreeSet<>();
  private final Set<ItemKey> deadLetters = new TreeSet<>();
  private final Map<GroupKey, Boolean> groups = new TreeMap<>();
  private final Map<TenantId, Set<String>> orders = new TreeMap<>();

  void item(ItemKey key, Optional<QueueItem> before) {
    items.putIfAbsent(key, before);
  }

  /** Something of it changed that waits in a group. */
  void follower(ItemKey key) {
    followers.add(key);
  }

  void group(GroupKey key, boolean existed) {
    groups.putIfAbsent(key, existed);
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

  /** Items that came to wait behind the head of a group, changed there, or wait no more. */
  Set<ItemKey> followers() {
    return followers;
  }

  /** Groups that began or ended, and whether they existed before. */
  Map<GroupKey, Boolean> groups() {
    return groups;
  }

  /** Dead letters that came or went. */
  Set<ItemKey> deadLetters() {
    return deadLetters;
  }

  /** Orders by number, of which something is different. */
  Map<TenantId, Set<String>> orders() {
    return orders;
  }

  /** Whose items, groups, dead letters, orders or effects are different. */
  Set<TenantId> tenants() {
    Set<TenantId> tenants = new TreeSet<>(orders.keySet());
    items.keySet().forEach(key -> tenants.add(key.tenant()));
    followers.forEach(key -> tenants.add(key.tenant()));
    groups.keySet().forEach(key -> tenants.add(key.tenant()));
    deadLetters.forEach(key -> tenants.add(key.tenant()));
    return tenants;
  }
}
