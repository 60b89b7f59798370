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

/** What all shards hold at one instant. Immutable. */
record Stored(SortedMap<PrimaryKey, DataRecord> data, SortedMap<IndexKey, IndexRecord> index) {
  static final Stored EMPTY = new Stored(new TreeMap<>(), new TreeMap<>());
  static final int DATA_SHARDS = 2;

  /** A request's answer, and what is stored after it. */
  record Answered(Stored after, Object answer) {}

  /** The data shard that has a record. */
  static int shardOf(PrimaryKey key) {
    return Math.floorMod(key.value().hashCode(), DATA_SHARDS);
  }

  Answered answer(Request request) {
    if (request instanceof Request.ReadData read) {
      return new Answered(this, Optional.ofNullable(data.get(read.key())));
    }
    if (request instanceof Request.ReadIndex read) {
      return new Answered(this, Optional.ofNullable(index.get(read.key())));
    }
    if (request instanceof Request.FindLocally find) {
      return new Answered(
          this,
          data.values().stream()
              .filter(each -> shardOf(each.key()) == find.shard() && each.owns(find.key()))
              .toList());
    }
    if (request instanceof Request.WriteData write) {
      return matches(data, write.write())
          ? new Answered(new Stored(written(data, write.write()), index), true)
          : new Answered(this, false);
    }
    if (request instanceof Request.WriteIndex write) {
      return matches(index, write.write())
          ? new Answered(new Stored(data, written(index, write.write())), true)
          : new Answered(this, false);
    }
    Request.WriteBoth both = (Request.WriteBoth) request;
    if (!matches(data, both.data())
        || !both.index().stream().allMatch(each -> matches(index, each))) {
      return new Answered(this, false);
    }
    SortedMap<IndexKey, IndexRecord> after = index;
    for (ConditionalWrite<IndexKey, IndexRecord> each : both.index()) {
      after = written(after, each);
    }
    return new Answered(new Stored(written(data, both.data()), after), true);
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
    return data.values().stream().filter(each -> !each.isDummy()).toList();
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
        IndexRecord ir = index.get(IndexKey.alternate(key));
        if (ir == null || !ir.owner().equals(each.key())) {
          return Optional.of(
              "missing index record: " + each.key() + " owns " + key.value() + " unseen");
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The same state with other names for generations, counts and values. The protocol compares
   * generations for equality only, and counts of one generation by their order only; a count of
   * zero stays zero, since it makes a dummy. So both states behave alike.
   */
  Stored normalized() {
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
    return new Stored(newData, newIndex);
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
    SortedMap<IndexKey, IndexRecord> newIndex = new TreeMap<>();
    for (DataRecord each : data.values()) {
      PrimaryKey pk = new PrimaryKey(renaming.pk(each.key().value()));
      SortedSet<SecondaryKey> keys = new TreeSet<>();
      each.keys().forEach(key -> keys.add(renamed(key, renaming)));
      SortedSet<SecondaryKey> marked = new TreeSet<>();
      each.unindexed().forEach(key -> marked.add(renamed(key, renaming)));
      newData.put(pk, new DataRecord(pk, each.version(), keys, marked, each.value()));
    }
    for (IndexRecord each : index.values()) {
      IndexKey key = IndexKey.alternate(renamed(each.key().key(), renaming));
      PrimaryKey owner = new PrimaryKey(renaming.pk(each.owner().value()));
      newIndex.put(key, new IndexRecord(key, owner, each.version()));
    }
    return new Stored(newData, newIndex).normalized();
  }

  private static SecondaryKey renamed(SecondaryKey key, Renaming renaming) {
    return new SecondaryKey(key.name(), renaming.ak(key.value()));
  }

  /** For people, and to compare states: the records in the paper's notation. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (DataRecord each : data.values()) {
      text.append('[').append(each.key()).append(", ").append(text(each.version())).append(", {");
      each.keys()
          .forEach(
              key -> text.append(key.value()).append(each.unindexed().contains(key) ? "?" : ""));
      text.append("}, ").append(each.value().toStringUtf8()).append("] ");
    }
    for (IndexRecord each : index.values()) {
      text.append('[').append(each.key().key().value()).append(" -> ").append(each.owner());
      text.append(", ").append(text(each.version())).append("] ");
    }
    return text.toString().strip();
  }

  static String text(Version version) {
    Generation generation = version.generation();
    return "g" + generation.timestamp() + "." + generation.client() + ", v" + version.count();
  }
}
