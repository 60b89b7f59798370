package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.slot.IndexSlots;
import dev.tenure.record.global.slot.SlotTable;
import dev.tenure.record.global.slot.Slots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** What each shard holds, and where records and index records have to lie at this instant. */
final class ShardContents {
  /** By how many leases a phase of a move waits for clients that know the phase before. */
  private static final int LEASES = 2;

  private final List<TreeMap<PrimaryKey, DataRecord>> data = new ArrayList<>();
  private final List<TreeMap<IndexKey, IndexRecord>> index = new ArrayList<>();
  private Optional<StoredKeys> keys = Optional.empty();
  private Duration changed = Duration.ZERO;

  ShardContents(int dataShards, int indexShards) {
    IntStream.range(0, dataShards).forEach(each -> data.add(new TreeMap<>()));
    IntStream.range(0, indexShards).forEach(each -> index.add(new TreeMap<>()));
  }

  NavigableMap<PrimaryKey, DataRecord> data(int shard) {
    return data.get(shard);
  }

  NavigableMap<IndexKey, IndexRecord> index(int shard) {
    return index.get(shard);
  }

  /** Whether no slot moves. */
  boolean isStable() {
    return keys.flatMap(StoredKeys::slots).stream()
            .allMatch(each -> each.phase() == Slots.Phase.STABLE)
        && keys.flatMap(StoredKeys::index).stream()
            .allMatch(each -> each.phase() == IndexSlots.Phase.STABLE);
  }

  /** Notes that a reserved record of the first shard was written. */
  void noteReserved(Duration now) {
    Optional<StoredKeys> read = StoredKeys.read(new Home()).join();
    if (!read.equals(keys)) {
      keys = read;
      changed = now;
    }
  }

  /** The records that applications see, by primary key. */
  List<DataRecord> live() {
    Set<PrimaryKey> all = new TreeSet<>();
    data.forEach(each -> all.addAll(each.keySet()));
    return all.stream().flatMap(pk -> live(pk).stream()).toList();
  }

  /** The record that applications see; empty when they see none. */
  Optional<DataRecord> live(PrimaryKey pk) {
    return places(pk).stream().map(place -> data.get(place).get(pk)).findFirst();
  }

  /** The shards in which a record is live; more than one violates the protocol. */
  private List<Integer> places(PrimaryKey pk) {
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < data.size() && !pk.isReserved(); place++) {
      DataRecord each = data.get(place).get(pk);
      if (each != null && (!each.isDummy() || isNamed(each))) {
        places.add(place);
      }
    }
    return places;
  }

  /** Whether a dummy is a hidden copy, which a marker in another shard names. */
  private boolean isNamed(DataRecord copy) {
    Generation own = copy.version().generation();
    Generation marker = new Generation(own.timestamp(), own.client() - 1);
    return isCopy(copy)
        && data.stream()
            .map(shard -> shard.get(copy.key()))
            .anyMatch(
                each ->
                    each != null && each.isDummy() && each.version().generation().equals(marker));
  }

  /** A move gives its copies even client ids below zero, and its markers odd ones. */
  static boolean isCopy(DataRecord record) {
    long client = record.version().generation().client();
    return record.isDummy() && client < 0 && client % 2 == 0;
  }

  static boolean isMarker(DataRecord record) {
    long client = record.version().generation().client();
    return record.isDummy() && client < 0 && client % 2 != 0;
  }

  /** What is wrong with the places of a record and its index records; empty when nothing is. */
  Optional<String> misplaced(DataRecord record, Duration now) {
    PrimaryKey pk = record.key();
    List<Integer> places = places(pk);
    if (places.size() > 1) {
      return Optional.of("placement: " + pk + " is live in the shards " + places);
    }
    Optional<Slots> slots = keys.flatMap(StoredKeys::slots);
    if (slots.isPresent() && !isFound(record, places.get(0), slots.get())) {
      return Optional.of(
          "placement: " + pk + " is live in shard " + places.get(0) + ", " + text(slots.get(), pk));
    }
    for (SecondaryKey key : record.keys()) {
      for (int place : readPlaces(key, now)) {
        IndexRecord ir = index.get(place).get(indexKey(key, pk));
        boolean isSeen = ir != null && ir.owner().equals(pk);
        if (!isSeen && !record.unindexed().contains(key)) {
          return Optional.of(
              "missing index record: " + pk + " owns " + key.value() + " unseen in " + place);
        }
      }
    }
    return Optional.empty();
  }

  private static IndexKey indexKey(SecondaryKey key, PrimaryKey pk) {
    return key.name().equals(HistoryPlan.UNIQUE)
        ? IndexKey.alternate(key)
        : IndexKey.shared(key, pk);
  }

  /** Whether each client that may be under way finds a record in its shard. */
  private boolean isFound(DataRecord record, int place, Slots slots) {
    int source = source(slots.table(), record.key());
    int target = target(slots.table(), record.key());
    return switch (slots.phase()) {
      case STABLE -> place == target;
      case PREPARING -> place == source;
      case MOVING ->
          place == source
              || (place == target
                  && Optional.ofNullable(data.get(source).get(record.key()))
                      .filter(ShardContents::isMarker)
                      .isPresent());
      case SWEEPING -> place == target && !record.isDummy();
    };
  }

  private static String text(Slots slots, PrimaryKey pk) {
    return "which the slots do not tell in the phase "
        + slots.phase()
        + " from "
        + source(slots.table(), pk)
        + " to "
        + target(slots.table(), pk);
  }

  private static int source(SlotTable table, PrimaryKey pk) {
    return table.from().get(slot(table, Shards.hash(pk)));
  }

  private static int target(SlotTable table, PrimaryKey pk) {
    return table.to().get(slot(table, Shards.hash(pk)));
  }

  /** The shards in which clients that may be under way look for a key. */
  private Set<Integer> readPlaces(SecondaryKey key, Duration now) {
    Optional<IndexSlots> slots = keys.flatMap(StoredKeys::index);
    if (slots.isEmpty()) {
      return Set.of((int) Long.remainderUnsigned(Shards.hash(key), index.size()));
    }
    SlotTable table = slots.get().table();
    int slot = slot(table, Shards.hash(key));
    Duration lease = keys.orElseThrow().lease();
    boolean isSettled = now.compareTo(changed.plus(lease.multipliedBy(LEASES))) >= 0;
    return switch (slots.get().phase()) {
      case STABLE, FILLING -> Set.of(table.from().get(slot));
      case SWITCHED ->
          isSettled
              ? Set.of(table.to().get(slot))
              : new TreeSet<>(List.of(table.from().get(slot), table.to().get(slot)));
      case SWEEPING -> Set.of(table.to().get(slot));
    };
  }

  private static int slot(SlotTable table, long hash) {
    return (int) Long.remainderUnsigned(hash, table.from().size());
  }

  /** The first shard, as the checks read it. */
  private final class Home implements DataShard {
    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return CompletableFuture.completedFuture(Optional.ofNullable(data.get(0).get(key)));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      throw new IllegalStateException("the checks write " + write.key());
    }
  }
}
