package dev.tenure.campaigns.globalindex;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.Versioned;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What all shards hold at one instant. Immutable. */
record Stored(
    SortedMap<PrimaryKey, DataRecord> data, SortedMap<IndexKey, IndexRecord> index, Moved moved) {
  static final Stored EMPTY = of(new TreeMap<>(), new TreeMap<>());
  static final int DATA_SHARDS = 2;

  /** The record whose slot moves. */
  static final PrimaryKey MOVES = new PrimaryKey("1");

  /** The key whose slot moves, and which shares the database of record 1 in mode SHARED. */
  static final SecondaryKey INDEX_MOVES = ClientRun.key("a");

  /** A request's answer, and what is stored after it. */
  record Answered(Stored after, Object answer) {}

  static Stored of(SortedMap<PrimaryKey, DataRecord> data, SortedMap<IndexKey, IndexRecord> index) {
    return new Stored(data, index, Moved.NOTHING);
  }

  /** The data shard that has a record. */
  static int shardOf(PrimaryKey key) {
    return Math.floorMod(key.value().hashCode(), DATA_SHARDS);
  }

  Answered answer(Request request) {
    if (request instanceof Request.ReadData read) {
      return new Answered(this, Optional.ofNullable(data(read.isMoved()).get(read.key())));
    }
    if (request instanceof Request.ReadIndex read) {
      return new Answered(this, Optional.ofNullable(index(read.isMoved()).get(read.key())));
    }
    if (request instanceof Request.FindLocally find) {
      return new Answered(this, find(find));
    }
    if (request instanceof Request.WriteData write) {
      SortedMap<PrimaryKey, DataRecord> before = data(write.isMoved());
      return matches(before, write.write())
          ? new Answered(withData(write.isMoved(), written(before, write.write())), true)
          : new Answered(this, false);
    }
    if (request instanceof Request.WriteIndex write) {
      SortedMap<IndexKey, IndexRecord> before = index(write.isMoved());
      return matches(before, write.write())
          ? new Answered(withIndex(write.isMoved(), written(before, write.write())), true)
          : new Answered(this, false);
    }
    if (request instanceof Request.Advance advance) {
      int time = moved.time() == advance.from() ? advance.from() + 1 : moved.time();
      return new Answered(new Stored(data, index, moved.at(advance.mode(), time)), time);
    }
    return both((Request.WriteBoth) request);
  }

  /**
   * A transaction of the database of record 1 and key a. An index record of another key would lie
   * where nobody looks for it.
   */
  private Answered both(Request.WriteBoth both) {
    List<ConditionalWrite<IndexKey, IndexRecord>> seen =
        both.index().stream().filter(each -> each.key().key().equals(INDEX_MOVES)).toList();
    if (!matches(data, both.data()) || !seen.stream().allMatch(each -> matches(index, each))) {
      return new Answered(this, false);
    }
    SortedMap<IndexKey, IndexRecord> after = index;
    for (ConditionalWrite<IndexKey, IndexRecord> each : seen) {
      after = written(after, each);
    }
    return new Answered(new Stored(written(data, both.data()), after, moved), true);
  }

  private List<DataRecord> find(Request.FindLocally find) {
    boolean isMoved = find.shard() == DATA_SHARDS;
    return data(isMoved).values().stream()
        .filter(each -> (isMoved || shardOf(each.key()) == find.shard()) && each.owns(find.key()))
        .toList();
  }

  private SortedMap<PrimaryKey, DataRecord> data(boolean isMoved) {
    return isMoved ? moved.data() : data;
  }

  private Stored withData(boolean isMoved, SortedMap<PrimaryKey, DataRecord> after) {
    return isMoved
        ? new Stored(data, index, moved.withData(after))
        : new Stored(after, index, moved);
  }

  private SortedMap<IndexKey, IndexRecord> index(boolean isMoved) {
    return isMoved ? moved.index() : index;
  }

  private Stored withIndex(boolean isMoved, SortedMap<IndexKey, IndexRecord> after) {
    return isMoved
        ? new Stored(data, index, moved.withIndex(after))
        : new Stored(data, after, moved);
  }

  /** The same with an index record in the target, as a client that came late has left it there. */
  Optional<Stored> withLeftover() {
    IndexKey key = IndexKey.alternate(INDEX_MOVES);
    return Optional.ofNullable(index.get(key))
        .map(each -> new Stored(data, index, moved.withIndex(new TreeMap<>(Map.of(key, each)))));
  }

  /** Whether the source has something left of what has moved. */
  boolean hasLeft() {
    return moved.isOfIndex()
        ? index.containsKey(IndexKey.alternate(INDEX_MOVES))
        : data.containsKey(MOVES);
  }

  private static <K, R extends Versioned<K>> boolean matches(
      Map<K, R> stored, ConditionalWrite<K, R> write) {
    return write.matches(Optional.ofNullable(stored.get(write.key())));
  }

  private static <K, R extends Versioned<K>> SortedMap<K, R> written(
      SortedMap<K, R> stored, ConditionalWrite<K, R> write) {
    SortedMap<K, R> after = new TreeMap<>(stored);
    write
        .record()
        .ifPresentOrElse(record -> after.put(write.key(), record), () -> after.remove(write.key()));
    return after;
  }

  /** The records that applications see. */
  List<DataRecord> live() {
    return Stream.concat(data.values().stream(), moved.data().values().stream())
        .filter(each -> !each.isDummy() || isMarked(each))
        .toList();
  }

  /** Whether the marker in the source names a record, which is a hidden copy in the target. */
  private boolean isMarked(DataRecord copy) {
    DataRecord marker = data.get(copy.key());
    if (copy.equals(marker) || marker == null || !marker.isDummy()) {
      return false;
    }
    Generation named = marker.version().generation();
    Generation own = copy.version().generation();
    return own.client() < -1
        && named.client() == own.client() - 1
        && named.timestamp() == own.timestamp();
  }

  /** The keys that were written while their index shard was down. */
  Set<String> unindexed() {
    Set<String> unindexed = new TreeSet<>();
    data.values().forEach(each -> each.unindexed().forEach(key -> unindexed.add(key.value())));
    return unindexed;
  }

  /**
   * What breaks an invariant that holds at every instant; empty when nothing does. Keys that are
   * marked as unindexed may have several owners and no index record.
   */
  Optional<String> broken() {
    Optional<String> misplaced = misplaced();
    if (misplaced.isPresent()) {
      return misplaced;
    }
    Map<SecondaryKey, DataRecord> owners = new HashMap<>();
    for (DataRecord each : live()) {
      for (SecondaryKey key : each.keys()) {
        if (each.unindexed().contains(key)) {
          continue;
        }
        DataRecord other = owners.put(key, each);
        if (other != null) {
          return Optional.of(
              "uniqueness: " + other.key() + " and " + each.key() + " own " + key.value());
        }
        if ((isReadAt(key, false) && !isSeen(each, key, index))
            || (isReadAt(key, true) && !isSeen(each, key, moved.index()))) {
          return Optional.of(
              "missing index record: " + each.key() + " owns " + key.value() + " unseen");
        }
      }
    }
    return Optional.empty();
  }

  private boolean isReadAt(SecondaryKey key, boolean isTarget) {
    return key.equals(INDEX_MOVES) ? moved.isReadAt(isTarget) : !isTarget;
  }

  private static boolean isSeen(
      DataRecord record, SecondaryKey key, Map<IndexKey, IndexRecord> index) {
    IndexRecord ir = index.get(IndexKey.alternate(key));
    return ir != null && ir.owner().equals(record.key());
  }

  /** A moved record is live in one shard, in which each client looks that may be under way. */
  private Optional<String> misplaced() {
    for (DataRecord each : moved.data().values()) {
      DataRecord source = data.get(each.key());
      boolean isLive = !each.isDummy() || isMarked(each);
      if (isLive && source != null && !source.isDummy()) {
        return Optional.of("placement: " + each.key() + " is live in both shards");
      }
      if (isLive && moved.time() <= Moved.SETTLED_PREPARING) {
        return Optional.of("placement: " + each.key() + " moves too early");
      }
      if (each.isDummy() && isLive && moved.isOver()) {
        return Optional.of("placement: the copy of " + each.key() + " stays hidden");
      }
    }
    return data.values().stream()
        .filter(each -> moved.isOver() && each.key().equals(MOVES) && !each.isDummy())
        .findFirst()
        .map(each -> "placement: " + each.key() + " is left behind");
  }

  /**
   * The same state with other names for generations, counts and values. The protocol compares
   * generations for equality only, and counts of one generation by their order only; a count of
   * zero stays zero, since it makes a dummy. So both states behave alike. States in the middle of a
   * move stay as they are.
   */
  Stored normalized() {
    if (!moved.equals(Moved.NOTHING)) {
      return this;
    }
    Map<Generation, Generation> generations = new HashMap<>();
    Map<Generation, SortedSet<Long>> counts = new HashMap<>();
    for (Version each : versions()) {
      generations.computeIfAbsent(each.generation(), g -> new Generation(0, generations.size()));
      counts.computeIfAbsent(each.generation(), g -> new TreeSet<>(List.of(0L))).add(each.count());
    }
    SortedMap<PrimaryKey, DataRecord> newData = new TreeMap<>();
    SortedMap<IndexKey, IndexRecord> newIndex = new TreeMap<>();
    for (DataRecord each : data.values()) {
      newData.put(
          each.key(),
          new DataRecord(
              each.key(),
              renamed(each.version(), generations, counts),
              each.keys(),
              each.unindexed(),
              each.isDummy() ? ByteString.EMPTY : ByteString.copyFromUtf8("before")));
    }
    for (IndexRecord each : index.values()) {
      newIndex.put(
          each.key(),
          new IndexRecord(each.key(), each.owner(), renamed(each.version(), generations, counts)));
    }
    return of(newData, newIndex);
  }

  private static Version renamed(
      Version version,
      Map<Generation, Generation> generations,
      Map<Generation, SortedSet<Long>> counts) {
    Generation generation = version.generation();
    return new Version(
        generations.getOrDefault(generation, generation),
        counts.getOrDefault(generation, new TreeSet<>()).headSet(version.count()).size());
  }

  private List<Version> versions() {
    List<Version> versions = new ArrayList<>();
    addVersions(data.values(), versions);
    addVersions(index.values(), versions);
    return versions;
  }

  private static void addVersions(Collection<? extends Versioned<?>> records, List<Version> to) {
    records.forEach(each -> to.add(each.version()));
  }

  Stored renamed(Renaming renaming) {
    SortedMap<PrimaryKey, DataRecord> newData = new TreeMap<>();
    for (DataRecord each : data.values()) {
      PrimaryKey pk = new PrimaryKey(renaming.pk(each.key().value()));
      SortedSet<SecondaryKey> keys = new TreeSet<>();
      each.keys().forEach(key -> keys.add(renamed(key, renaming)));
      SortedSet<SecondaryKey> marked = new TreeSet<>();
      each.unindexed().forEach(key -> marked.add(renamed(key, renaming)));
      newData.put(pk, new DataRecord(pk, each.version(), keys, marked, each.value()));
    }
    Stored renamed = of(newData, renamed(index, renaming)).normalized();
    return moved.index().isEmpty() ? renamed : renamed.withLeftover().orElseThrow();
  }

  private static SortedMap<IndexKey, IndexRecord> renamed(
      SortedMap<IndexKey, IndexRecord> index, Renaming renaming) {
    SortedMap<IndexKey, IndexRecord> renamed = new TreeMap<>();
    for (IndexRecord each : index.values()) {
      IndexKey key = IndexKey.alternate(renamed(each.key().key(), renaming));
      PrimaryKey owner = new PrimaryKey(renaming.pk(each.owner().value()));
      renamed.put(key, new IndexRecord(key, owner, each.version()));
    }
    return renamed;
  }

  private static SecondaryKey renamed(SecondaryKey key, Renaming renaming) {
    return new SecondaryKey(key.name(), renaming.ak(key.value()));
  }

  /** For people, and to compare states: the records in the paper's notation. */
  String text() {
    StringBuilder text = new StringBuilder();
    data.values().forEach(each -> append(each, text));
    for (IndexRecord each : index.values()) {
      text.append('[').append(each.key().key().value()).append(" -> ").append(each.owner());
      text.append(", ").append(text(each.version())).append("] ");
    }
    moved.data().values().forEach(each -> append(each, text.append("moved ")));
    for (IndexRecord each : moved.index().values()) {
      text.append("moved [").append(each.key().key().value()).append(" -> ").append(each.owner());
      text.append(", ").append(text(each.version())).append("] ");
    }
    return text.append(moved.time() == 0 ? "" : "at " + moved.time()).toString().strip();
  }

  private static void append(DataRecord record, StringBuilder text) {
    text.append('[').append(record.key()).append(", ").append(text(record.version()));
    text.append(", {");
    record
        .keys()
        .forEach(
            key -> text.append(key.value()).append(record.unindexed().contains(key) ? "?" : ""));
    text.append("}, ").append(record.value().toStringUtf8()).append("] ");
  }

  static String text(Version version) {
    Generation generation = version.generation();
    return "g" + generation.timestamp() + "." + generation.client() + ", v" + version.count();
  }
}
