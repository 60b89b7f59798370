package dev.tenure.campaigns.simulation.state;

import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences of the database between two readings. */
final class Changes {
  private final Map<ItemKey, Optional<QueueItem>> items = new TreeMap<>();
  private final Set<ItemKey> followers = new TreeSet<>();
  private final Set<ItemKey> deadLetters = new TreeSet<>();
  private final Map<GroupKey, Boolean> groups = new TreeMap<>();
  private final Map<TenantId, Set<String>> orders = new TreeMap<>();
  private final Set<ItemKey> ordered = new TreeSet<>();
  private final Set<TenantId> grouped = new TreeSet<>();
  private final Map<ZoneKey, Optional<PointerState>> pointers = new TreeMap<>();
  private final Set<ZoneKey> settings = new TreeSet<>();

  void item(ItemKey key, Optional<QueueItem> before) {
    items.putIfAbsent(key, before);
  }

  /** Notes a change of an item that waits in a group. */
  void follower(ItemKey key) {
    followers.add(key);
  }

  void group(GroupKey key, boolean existed) {
    groups.putIfAbsent(key, existed);
  }

  void deadLetter(ItemKey key) {
    deadLetters.add(key);
  }

  /** Notes a change of an order, of its effects, or of the tenant's tally. */
  void order(TenantId tenant, String number) {
    orders.computeIfAbsent(tenant, unused -> new TreeSet<>()).add(number);
  }

  /** Notes that an item came to belong to an order, or does not any more. */
  void ordered(ItemKey key) {
    ordered.add(key);
  }

  /** Notes a change of an ordered group of the tenant. */
  void grouped(TenantId tenant) {
    grouped.add(tenant);
  }

  void pointer(ZoneKey key, Optional<PointerState> before) {
    pointers.putIfAbsent(key, before);
  }

  void settings(ZoneKey key) {
    settings.add(key);
  }

  /** Items that came, changed or went, with their content before. */
  Map<ItemKey, Optional<QueueItem>> items() {
    return items;
  }

  /** Items that came to wait behind the head of a group, changed there, or stopped waiting. */
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

  /** The numbers of the orders that changed. */
  Map<TenantId, Set<String>> orders() {
    return orders;
  }

  /** Items whose orders changed. */
  Set<ItemKey> ordered() {
    return ordered;
  }

  /** Tenants whose ordered groups changed: heads, followers, or the records of the groups. */
  Set<TenantId> grouped() {
    return grouped;
  }

  /** Zones whose pointer, entries or nudges changed, with their state before. */
  Map<ZoneKey, Optional<PointerState>> pointers() {
    return pointers;
  }

  /** Zones that were paused or resumed. */
  Set<ZoneKey> settings() {
    return settings;
  }

  /**
   * Items that moved between being queued, waiting behind the head of a group, being set aside, and
   * being gone.
   */
  Set<ItemKey> moved() {
    Set<ItemKey> moved = new TreeSet<>(items.keySet());
    moved.addAll(followers);
    moved.addAll(deadLetters);
    return moved;
  }
}
