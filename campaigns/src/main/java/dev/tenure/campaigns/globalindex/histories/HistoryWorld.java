package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.late.time.VirtualTime;
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
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The content of all shards, the shards that are down, and the checks at every change. */
final class HistoryWorld {
  final HistoryPlan plan;
  final Random random;
  final VirtualTime time = new VirtualTime();
  final TreeMap<PrimaryKey, DataRecord> data = new TreeMap<>();
  final TreeMap<IndexKey, IndexRecord> index = new TreeMap<>();
  final BitSet dataDown = new BitSet();
  final BitSet indexDown = new BitSet();

  /** Whether all faults are over. */
  boolean isCalm;

  final Reached reached = new Reached();

  /** Alternate keys that were ever stored without an index record. */
  final Set<SecondaryKey> loose = new TreeSet<>();

  final List<String> trace = new ArrayList<>();

  private final Map<String, Call> writers = new HashMap<>();
  private final Map<Integer, List<Call>> deletes = new HashMap<>();
  private final Map<PrimaryKey, Set<Version>> versions = new HashMap<>();
  private final Map<Generation, PrimaryKey> generations = new HashMap<>();
  private final Map<Long, Integer> starts = new HashMap<>();
  private final Map<SecondaryKey, List<Ownership>> ownerships = new HashMap<>();
  private final Set<String> violations = new TreeSet<>();
  private long tick;

  /** When a record came to own a key, and when it lost it. */
  static final class Ownership {
    final SeenRecord row;
    final long begin;
    long end = Long.MAX_VALUE;

    Ownership(SeenRecord row, long begin) {
      this.row = row;
      this.begin = begin;
    }
  }

  HistoryWorld(long seed) {
    this.random = new Random(seed);
    this.plan = HistoryPlan.drawn(random);
  }

  /** A number for an event, higher than those of all earlier ones. */
  long tick() {
    return ++tick;
  }

  void trace(String line) {
    trace.add(time.elapsed().toNanos() / 1000 + " us " + line);
  }

  void violation(String text) {
    if (violations.isEmpty()) {
      violations.add(text);
      trace("VIOLATION " + text);
    }
  }

  Optional<String> violation() {
    return violations.stream().findFirst();
  }

  /** Notes the operation of a start that writes a value, or deletes a record. */
  void writes(int start, Call call) {
    writers.put(call.value, call);
    if (call.kind == Call.Kind.DELETE) {
      deletes.computeIfAbsent(start, each -> new ArrayList<>()).add(call);
    }
  }

  static <K, R extends Versioned<K>> boolean matches(
      Map<K, R> stored, ConditionalWrite<K, R> write) {
    return write.matches(Optional.ofNullable(stored.get(write.key())));
  }

  /** Writes a data record for one start of a client; gives whether the condition held. */
  boolean writeData(int start, ConditionalWrite<PrimaryKey, DataRecord> write) {
    if (!matches(data, write)) {
      return false;
    }
    Optional<DataRecord> before =
        Optional.ofNullable(put(data, write)).filter(each -> !each.isDummy());
    trace(start + stored(write) + write.record().map(each -> " " + SeenRecord.of(each)).orElse(""));
    if (write.key().isReserved()) {
      return true;
    }
    write.record().ifPresent(each -> checkWritten(start, each));
    if (write.record().isEmpty()) {
      before.ifPresent(each -> noteDeleted(start, SeenRecord.of(each)));
    }
    noteOwners(before, write.record());
    check();
    return true;
  }

  /** Notes when the last delete of a start that may mean the record may have had its effect. */
  private void noteDeleted(int start, SeenRecord row) {
    deletes.getOrDefault(start, List.of()).stream()
        .filter(each -> each.isUnknown() && each.maybeDeleted == Long.MAX_VALUE)
        .filter(each -> each.by.map(row::owns).orElse(each.pk.equals(row.pk())))
        .max(Comparator.comparing((Call each) -> !each.isEnded()).thenComparing(each -> each.begin))
        .ifPresent(
            each -> {
              each.maybeDeleted = tick();
              each.changed = row.pk();
            });
  }

  boolean writeIndex(int start, ConditionalWrite<IndexKey, IndexRecord> write) {
    if (!matches(index, write)) {
      return false;
    }
    put(index, write);
    trace(start + stored(write) + " as " + write.key().key().value());
    check();
    return true;
  }

  boolean writeBoth(
      int start,
      ConditionalWrite<PrimaryKey, DataRecord> one,
      List<ConditionalWrite<IndexKey, IndexRecord>> others) {
    if (!matches(data, one) || !others.stream().allMatch(each -> matches(index, each))) {
      return false;
    }
    for (ConditionalWrite<IndexKey, IndexRecord> each : others) {
      put(index, each);
      trace(start + stored(each) + " as " + each.key().key().value() + " together with");
    }
    reached.note("shared transaction");
    return writeData(start, one);
  }

  private static String stored(ConditionalWrite<?, ?> write) {
    String version = write.record().map(each -> text(each.version())).orElse("nothing");
    String owner =
        write.record().isPresent() && write.record().get() instanceof IndexRecord ir
            ? " for " + ir.owner()
            : "";
    return " stored "
        + version
        + owner
        + " in place of "
        + write.expected().map(HistoryWorld::text).orElse("nothing")
        + (write.key() instanceof PrimaryKey pk ? " as " + pk : "");
  }

  private static String text(Version version) {
    Generation generation = version.generation();
    return "[" + generation.timestamp() + "." + generation.client() + " " + version.count() + "]";
  }

  private static <K, R extends Versioned<K>> @Nullable R put(
      Map<K, R> stored, ConditionalWrite<K, R> write) {
    return write.record().isPresent()
        ? stored.put(write.key(), write.record().get())
        : stored.remove(write.key());
  }

  private void checkWritten(int start, DataRecord dr) {
    if (!versions.computeIfAbsent(dr.key(), pk -> new HashSet<>()).add(dr.version())) {
      violation("versions: " + dr.key() + " has the version " + dr.version() + " again");
    }
    checkGeneration(start, dr);
    Call writer = writers.get(dr.value().toStringUtf8());
    if (writer != null && writer.effect == Long.MAX_VALUE) {
      writer.effect = tick();
      writer.changed = dr.key().value();
    }
    if (writer != null && writer.failure != null && !writer.isUnknown()) {
      violation("outcome: an operation took effect that had failed: " + writer);
    }
    if (!dr.unindexed().isEmpty() && !plan.writesWhileDown()) {
      violation("unindexed: no client may write while a shard is down, but: " + writer);
    }
    for (SecondaryKey key : dr.unindexed()) {
      reached.note("written while down");
      loose.add(key);
    }
  }

  /** No two creates have one generation, and none is above the stored ceiling of its client. */
  private void checkGeneration(int start, DataRecord dr) {
    Generation generation = dr.version().generation();
    PrimaryKey first = generations.putIfAbsent(generation, dr.key());
    if (first != null) {
      if (dr.isDummy() || !first.equals(dr.key())) {
        violation("generations: " + first + " and " + dr.key() + " have one generation");
      }
      return;
    }
    Integer other = starts.putIfAbsent(generation.client(), start);
    if (other != null && other != start) {
      violation("generations: the starts " + other + " and " + start + " have one client id");
    }
    DataRecord ceiling = data.get(PrimaryKey.reserved("ceiling-" + generation.client()));
    if (ceiling == null
        || Long.parseLong(ceiling.value().toStringUtf8()) < generation.timestamp()) {
      violation("generations: " + generation + " is above the stored ceiling");
    }
  }

  private void noteOwners(Optional<DataRecord> before, Optional<DataRecord> after) {
    long now = tick();
    for (DataRecord each : before.stream().toList()) {
      each.keys().forEach(key -> last(key, SeenRecord.of(each)).end = now);
    }
    for (DataRecord each : after.stream().toList()) {
      each.keys()
          .forEach(
              key ->
                  ownerships
                      .computeIfAbsent(key, k -> new ArrayList<>())
                      .add(new Ownership(SeenRecord.of(each), now)));
    }
  }

  private Ownership last(SecondaryKey key, SeenRecord row) {
    return ownerships.getOrDefault(key, List.of()).stream()
        .filter(each -> each.row.equals(row) && each.end == Long.MAX_VALUE)
        .findFirst()
        .orElseThrow();
  }

  /** All rows that ever owned a key. */
  List<Ownership> ownerships(SecondaryKey key) {
    return ownerships.getOrDefault(key, List.of());
  }

  List<DataRecord> live() {
    return data.values().stream()
        .filter(each -> !each.isDummy() && !each.key().isReserved())
        .toList();
  }

  /**
   * A key that a record owns, unless it is marked as unindexed, has an index record that refers to
   * its owner. So no two records own it.
   */
  private void check() {
    for (DataRecord each : live()) {
      for (SecondaryKey key : each.keys()) {
        boolean isUnique = key.name().equals(HistoryPlan.UNIQUE);
        IndexRecord ir =
            index.get(isUnique ? IndexKey.alternate(key) : IndexKey.shared(key, each.key()));
        boolean isSeen = ir != null && ir.owner().equals(each.key());
        if (!isSeen && !each.unindexed().contains(key)) {
          violation("missing index record: " + each.key() + " owns " + key.value() + " unseen");
        }
      }
    }
  }
}
