package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.proto.SimulatedTally;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.RecordStore;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The records of one store as they were when each was last read. */
final class StoreModel {
  private static final String POINTER_TYPE = "tenure.pointer";

  /** Type keys, as docs/formats/queue.md and {@link Application} have them. */
  private static final long ORDER = 1;

  private static final long EFFECT = 2;
  private static final long TALLY = 3;
  private static final long ITEM = 1_000;
  private static final long DEAD_LETTER = 1_003;
  private static final long SETTINGS = 1_004;

  private final TenantId owner;
  private final Map<ItemKey, QueueItem> items = new TreeMap<>();
  private final Map<String, QueueItem> pointers = new TreeMap<>();
  private final Map<ItemKey, QueueDeadLetter> deadLetters = new TreeMap<>();
  private final Map<String, SimulatedOrder> orders = new TreeMap<>();
  private final Map<String, SimulatedEffect> effects = new TreeMap<>();
  private final Set<String> pausedZones = new TreeSet<>();
  private final GroupModel groups;
  private long tally;

  /**
   * @param owner of the store, or what local items are told
   */
  StoreModel(TenantId owner) {
    this.owner = owner;
    this.groups = new GroupModel(owner);
  }

  TenantState state() {
    return new TenantState(items, deadLetters, groups.state(), orders, effects, tally, pausedZones);
  }

  /** By the pointers' ids. */
  Map<String, QueueItem> pointers() {
    return pointers;
  }

  /** Reads everything, and the types of the application if it is a tenant's store. */
  static StoreModel readAll(TenantId owner, RecordStore store, boolean isTenants) {
    StoreModel model = new StoreModel(owner);
    Changes unused = new Changes();
    Reads.records(store, QueueItem.class)
        .forEach(i -> model.item(i.getZone(), i.getId(), i, unused));
    Reads.records(store, QueueDeadLetter.class)
        .forEach(d -> model.deadLetter(d.getZone(), d.getId(), d, unused));
    Reads.records(store, QueueZoneSettings.class).forEach(s -> model.settings(s.getZone(), s));
    model.groups.readAll(store, isTenants);
    if (isTenants) {
      Reads.records(store, SimulatedOrder.class)
          .forEach(o -> model.order(o.getNumber(), o, unused));
      Reads.records(store, SimulatedEffect.class)
          .forEach(e -> model.effect(e.getNumber(), e, unused));
      Reads.records(store, SimulatedTally.class).forEach(t -> model.tally(t, unused));
    }
    return model;
  }

  /** Reads one record again, if it is of a type that matters here. */
  void readAgain(RecordStore store, long typeKey, Tuple primaryKey, Changes changes) {
    if (typeKey == ITEM) {
      item(
          primaryKey.getString(0),
          primaryKey.getString(1),
          load(store, QueueItem.class, primaryKey),
          changes);
    } else if (typeKey == DEAD_LETTER) {
      deadLetter(
          primaryKey.getString(0),
          primaryKey.getString(1),
          load(store, QueueDeadLetter.class, primaryKey),
          changes);
    } else if (typeKey == SETTINGS) {
      settings(primaryKey.getString(0), load(store, QueueZoneSettings.class, primaryKey));
    } else if (typeKey == ORDER) {
      order(primaryKey.getString(0), load(store, SimulatedOrder.class, primaryKey), changes);
    } else if (typeKey == EFFECT) {
      effect(primaryKey.getString(0), load(store, SimulatedEffect.class, primaryKey), changes);
    } else if (typeKey == TALLY) {
      tally(load(store, SimulatedTally.class, primaryKey), changes);
    } else {
      groups.readAgain(store, typeKey, primaryKey, changes);
    }
  }

  private static <M extends Message> @Nullable M load(
      RecordStore store, Class<M> message, Tuple primaryKey) {
    return Reads.now(store.load(message.getSimpleName(), primaryKey, Isolation.SNAPSHOT))
        .map(stored -> message.cast(stored.message()))
        .orElse(null);
  }

  private void item(String zone, String id, @Nullable QueueItem now, Changes changes) {
    boolean isPointer = now == null ? pointers.containsKey(id) : now.getType().equals(POINTER_TYPE);
    if (isPointer) {
      put(pointers, id, now);
      return;
    }
    ItemKey key = new ItemKey(owner, zone, id);
    QueueItem before = put(items, key, now);
    if (!Objects.equals(before, now)) {
      changes.item(key, Optional.ofNullable(before));
    }
  }

  private void deadLetter(String zone, String id, @Nullable QueueDeadLetter now, Changes changes) {
    ItemKey key = new ItemKey(owner, zone, id);
    if (!Objects.equals(put(deadLetters, key, now), now)) {
      changes.deadLetter(key);
    }
  }

  private void order(String number, @Nullable SimulatedOrder now, Changes changes) {
    if (!Objects.equals(put(orders, number, now), now)) {
      changes.order(owner, number);
    }
  }

  private void effect(String number, @Nullable SimulatedEffect now, Changes changes) {
    if (!Objects.equals(put(effects, number, now), now)) {
      changes.order(owner, number);
    }
  }

  private void tally(@Nullable SimulatedTally now, Changes changes) {
    long counted = now == null ? 0 : now.getEffects();
    if (counted != tally) {
      tally = counted;
      changes.order(owner, "tally");
    }
  }

  private void settings(String zone, @Nullable QueueZoneSettings now) {
    if (now != null && now.getPaused()) {
      pausedZones.add(zone);
    } else {
      pausedZones.remove(zone);
    }
  }

  /** What was there before. */
  private static <K, V> @Nullable V put(Map<K, V> map, K key, @Nullable V value) {
    return value == null ? map.remove(key) : map.put(key, value);
  }

  /** Notes what is different in a newer model of the same store. */
  void noteChanges(StoreModel newer, Changes changes) {
    different(items, newer.items)
        .forEach(key -> changes.item(key, Optional.ofNullable(items.get(key))));
    different(deadLetters, newer.deadLetters).forEach(changes::deadLetter);
    groups.noteChanges(newer.groups, changes);
    different(orders, newer.orders).forEach(number -> changes.order(owner, number));
    different(effects, newer.effects).forEach(number -> changes.order(owner, number));
    if (tally != newer.tally) {
      changes.order(owner, "tally");
    }
  }

  /** The keys of what came, changed or went. */
  static <K, V> Set<K> different(Map<K, V> before, Map<K, V> now) {
    Set<K> keys = new TreeSet<>(before.keySet());
    keys.addAll(now.keySet());
    keys.removeIf(key -> Objects.equals(before.get(key), now.get(key)));
    return keys;
  }

  @Override
  public String toString() {
    return "store of %s: items %s, groups %s, dead %s, orders %d, effects %d, tally %d, paused %s, %d pointers"
        .formatted(
            owner,
            items.keySet(),
            groups.state(),
            deadLetters.keySet(),
            orders.size(),
            effects.size(),
            tally,
            pausedZones,
            pointers.size());
  }

  /** Whether both were told the same. */
  boolean agrees(StoreModel other) {
    return state().equals(other.state()) && pointers.equals(other.pointers);
  }
}
