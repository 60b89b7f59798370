package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.proto.SimulatedTally;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.record.store.RecordStore;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
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
  private static final long BODY = 1_001;
  private static final long DEAD_LETTER = 1_003;
  private static final long SETTINGS = 1_004;

  private final TenantId owner;
  private final PointerModel pointers;

  /** The items as their records are, and with the leases of visits. */
  private final NavigableMap<ItemKey, QueueItem> records = new TreeMap<>();

  private final NavigableMap<ItemKey, QueueItem> items = new TreeMap<>();
  private final VisitLeaseModel leases = new VisitLeaseModel();
  private final Map<ItemKey, QueueDeadLetter> deadLetters = new TreeMap<>();
  private final Map<String, SimulatedOrder> orders = new TreeMap<>();
  private final Map<ItemKey, String> numbers = new HashMap<>();
  private final Map<String, SimulatedEffect> effects = new TreeMap<>();
  private final Set<String> pausedZones = new TreeSet<>();
  private final GroupModel groups;
  private long tally;

  /**
   * @param owner the tenant of the store, or the one that handlers of local items get
   * @param pointers gets the pointers in the store
   */
  StoreModel(TenantId owner, PointerModel pointers) {
    this.owner = owner;
    this.pointers = pointers;
    this.groups = new GroupModel(owner);
  }

  TenantState state() {
    leases
        .broken(records)
        .ifPresent(
            what -> {
              throw new InvariantViolation(owner + ": " + what);
            });
    return new TenantState(
        items, deadLetters, groups.state(), orders, numbers, effects, tally, pausedZones);
  }

  /**
   * Reads everything as clients do, by scans of the store.
   *
   * @param isTenants whether it has the types of the application
   */
  void scan(RecordStore store, boolean isTenants) {
    Changes unused = new Changes();
    Reads.records(store, QueueBody.class).forEach(b -> body(b.getZone(), b.getId(), b, unused));
    Reads.records(store, QueueItem.class).forEach(i -> item(i.getZone(), i.getId(), i, unused));
    Reads.records(store, QueueDeadLetter.class)
        .forEach(d -> deadLetter(d.getZone(), d.getId(), d, unused));
    Reads.records(store, QueueZoneSettings.class).forEach(s -> settings(s.getZone(), s, unused));
    groups.scan(store, isTenants);
    if (isTenants) {
      Reads.records(store, SimulatedOrder.class).forEach(o -> order(o.getNumber(), o, unused));
      Reads.records(store, SimulatedEffect.class).forEach(e -> effect(e.getNumber(), e, unused));
      Reads.records(store, SimulatedTally.class).forEach(t -> tally(t, unused));
    }
  }

  /**
   * Takes a row of a record that was read.
   *
   * @param part of the record; {@link RecordRows#WHOLE} of one that lies in a single row
   * @param value null when the row is not there
   */
  void put(long typeKey, Tuple primaryKey, long part, byte @Nullable [] value, Changes changes) {
    if (part == RecordRows.WHOLE) {
      put(typeKey, primaryKey, value, changes);
    } else if (part == RecordRows.VERSION_SLOT) {
      groups.version(typeKey, primaryKey, value, changes);
    } else {
      throw new InvariantViolation(
          "%s: the record %s of type %d is cut into chunks, too large for the simulation"
              .formatted(owner, primaryKey, typeKey));
    }
  }

  private void put(long typeKey, Tuple primaryKey, byte @Nullable [] value, Changes changes) {
    if (typeKey == ITEM) {
      item(
          primaryKey.getString(0),
          primaryKey.getString(1),
          RecordRows.whole(QueueItem.getDefaultInstance(), value),
          changes);
    } else if (typeKey == BODY) {
      body(
          primaryKey.getString(0),
          primaryKey.getString(1),
          RecordRows.whole(QueueBody.getDefaultInstance(), value),
          changes);
    } else if (typeKey == DEAD_LETTER) {
      deadLetter(
          primaryKey.getString(0),
          primaryKey.getString(1),
          RecordRows.whole(QueueDeadLetter.getDefaultInstance(), value),
          changes);
    } else if (typeKey == SETTINGS) {
      settings(
          primaryKey.getString(0),
          RecordRows.whole(QueueZoneSettings.getDefaultInstance(), value),
          changes);
    } else if (typeKey == ORDER) {
      order(
          primaryKey.getString(0),
          RecordRows.whole(SimulatedOrder.getDefaultInstance(), value),
          changes);
    } else if (typeKey == EFFECT) {
      effect(
          primaryKey.getString(0),
          RecordRows.whole(SimulatedEffect.getDefaultInstance(), value),
          changes);
    } else if (typeKey == TALLY) {
      tally(RecordRows.whole(SimulatedTally.getDefaultInstance(), value), changes);
    } else {
      groups.put(typeKey, primaryKey, value, changes);
    }
  }

  private void item(String zone, String id, @Nullable QueueItem now, Changes changes) {
    boolean isPointer = now == null ? pointers.contains(id) : now.getType().equals(POINTER_TYPE);
    if (isPointer) {
      pointers.pointer(id, now, changes);
      return;
    }
    ItemKey key = new ItemKey(owner, zone, id);
    put(records, key, now);
    seen(key, now == null ? null : leases.withLease(now), changes);
  }

  private void body(String zone, String id, @Nullable QueueBody now, Changes changes) {
    if (VisitLeaseModel.isPart(id)) {
      for (String named : leases.put(zone, id, now)) {
        ItemKey key = new ItemKey(owner, zone, named);
        QueueItem record = records.get(key);
        seen(key, record == null ? null : leases.withLease(record), changes);
      }
    }
  }

  private void seen(ItemKey key, @Nullable QueueItem now, Changes changes) {
    QueueItem before = put(items, key, now);
    if (!Objects.equals(before, now)) {
      changes.item(key, Optional.ofNullable(before));
      if (isGrouped(before) || isGrouped(now)) {
        changes.grouped(owner);
      }
    }
  }

  private static boolean isGrouped(@Nullable QueueItem item) {
    return item != null && !item.getGroup().isEmpty();
  }

  private void deadLetter(String zone, String id, @Nullable QueueDeadLetter now, Changes changes) {
    ItemKey key = new ItemKey(owner, zone, id);
    if (!Objects.equals(put(deadLetters, key, now), now)) {
      changes.deadLetter(key);
    }
  }

  private void order(String number, @Nullable SimulatedOrder now, Changes changes) {
    SimulatedOrder before = put(orders, number, now);
    if (Objects.equals(before, now)) {
      return;
    }
    changes.order(owner, number);
    if (before != null) {
      numbers.remove(itemOf(before));
      changes.ordered(itemOf(before));
    }
    if (now != null) {
      numbers.put(itemOf(now), number);
      changes.ordered(itemOf(now));
    }
  }

  private ItemKey itemOf(SimulatedOrder order) {
    return new ItemKey(owner, order.getZone(), order.getItem());
  }

  private void effect(String number, @Nullable SimulatedEffect now, Changes changes) {
    if (!Objects.equals(put(effects, number, now), now)) {
      changes.order(owner, number);
      SimulatedOrder order = orders.get(number);
      if (order != null) {
        changes.ordered(itemOf(order));
      }
    }
  }

  private void tally(@Nullable SimulatedTally now, Changes changes) {
    long counted = now == null ? 0 : now.getEffects();
    if (counted != tally) {
      tally = counted;
      changes.order(owner, "tally");
    }
  }

  private void settings(String zone, @Nullable QueueZoneSettings now, Changes changes) {
    boolean isPaused = now != null && now.getPaused();
    if (isPaused ? pausedZones.add(zone) : pausedZones.remove(zone)) {
      changes.settings(new ZoneKey(owner, zone));
    }
  }

  /** What was there before. */
  private static <K, V> @Nullable V put(Map<K, V> map, K key, @Nullable V value) {
    return value == null ? map.remove(key) : map.put(key, value);
  }

  @Override
  public String toString() {
    return "store of %s: items %s, groups %s, dead %s, orders %d, effects %d, tally %d, paused %s"
        .formatted(
            owner,
            items.keySet(),
            groups.state(),
            deadLetters.keySet(),
            orders.size(),
            effects.size(),
            tally,
            pausedZones);
  }

  /** Whether both hold the same records. */
  boolean agrees(StoreModel other) {
    return state().equals(other.state());
  }
}
