package dev.tenure.campaigns.simulation.state;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
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
  private final Set<ItemKey> ordered = new TreeSet<>();
  private final Set<TenantId> grouped = new TreeSet<>();
  private final Map<ZoneKey, Optional<PointerState>> pointers = new TreeMap<>();
  private final Set<ZoneKey> settings = new TreeSet<>();

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

  /** An order was, or is now, that of the item. */
  void ordered(ItemKey key) {
    ordered.add(key);
  }

  /** Something of an ordered group changed. */
  void grouped(TenantId tenant) {
    grouped.add(tenant);
  }

  void pointer(ZoneKey key, Optional<PointerState> before) {
    pointers.putIfAbsent(key, before);
  }

  void settings(ZoneKey key) {
    settings.add(key);
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

  /** Items whose orders are different. */
  Set<ItemKey> ordered() {
    return ordered;
  }

  /** Whose ordered groups are different: heads, followers, or what is said of them. */
  Set<TenantId> grouped() {
    return grouped;
  }

  /** Zones whose pointer, entries or nudges are different, and what they were before. */
  Map<ZoneKey, Optional<PointerState>> pointers() {
    return pointers;
  }

  /** Zones that were paused or resumed. */
  Set<ZoneKey> settings() {
    return settings;
  }

  /** Items that are in another place: queued, behind the head of a group, set aside, or nowhere. */
  Set<ItemKey> moved() {
    Set<ItemKey> moved = new TreeSet<>(items.keySet());
    moved.addAll(followers);
    moved.addAll(deadLetters);
    return moved;
  }
}
