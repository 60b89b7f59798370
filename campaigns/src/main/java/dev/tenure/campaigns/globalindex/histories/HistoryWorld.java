package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.Versioned;
import dev.tenure.record.global.move.Moves;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.Upkeep;
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
import java.util.TreeSet;

/** The content of all shards, the shards that are down, and the checks at every change. */
final class HistoryWorld {
  final HistoryPlan plan;
  final Random random;
  final VirtualTime time = new VirtualTime();
  final ShardContents contents;
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
    this.plan = HistoryPlan.drawn(random, SlotMovePlan.drawn(seed));
    this.contents = new ShardContents(plan.dataShards(), plan.indexShards());
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

  /** Stores the keys, and slots in all shards but those that have no records at first. */
  void storeSlots(SlotMovePlan moves) {
    ShardConnection home = ShardConnection.atOnce(this);
    Shards all = home.shards();
    Shards first =
        Shards.hashed(
            all.data().subList(0, plan.dataShards() - moves.moreData()),
            all.index().subList(0, plan.indexShards() - moves.moreIndex()));
    StoredKeys.create(first.data().get(0), moves.lease(), Client.KEYS).join();
    Upkeep.startStored(first, time, () -> 0, time, random)
        .thenCompose(upkeep -> new Moves(upkeep).adoptIndex())
        .join();
  }

  static <K, R extends Versioned<K>> boolean matches(
      Map<K, R> stored, ConditionalWrite<K, R> write) {
    return write.matches(Optional.ofNullable(stored.get(write.key())));
  }

  /** Writes a data record for one start of a client; gives whether the condition held. */
  boolean writeData(int start, int shard, ConditionalWrite<PrimaryKey, DataRecord> write) {
    PrimaryKey pk = write.key();
    if (!matches(contents.data(shard), write)) {
      return false;
    }
    Optional<DataRecord> before = contents.live(pk);
    put(contents.data(shard), write);
    trace(
        start
            + stored(write)
            + place(shard)
            + write.record().map(each -> " " + SeenRecord.of(each)).orElse(""));
    if (pk.isReserved()) {
      contents.noteReserved(time.elapsed());
      check();
      return true;
    }
    write.record().ifPresent(each -> checkWritten(start, write.expected().isPresent(), each));
    Optional<DataRecord> after = contents.live(pk);
    if (after.isEmpty()) {
      before.ifPresent(each -> noteDeleted(start, SeenRecord.of(each)));
    }
    noteOwners(before.map(SeenRecord::of), after.map(SeenRecord::of));
    check();
    return true;
  }

  /** Where records move, the trace says which shard was written. */
  private String place(int shard) {
    return plan.moves().isPresent() ? " in shard " + shard : "";
  }

  /**
   * Notes the deletes of a start that may have meant a deleted record; the last one is the most
   * likely.
   */
  private void noteDeleted(int start, SeenRecord row) {
    List<Call> mayHave =
        deletes.getOrDefault(start, List.of()).stream()
            .filter(each -> each.isUnknown() && each.maybeDeleted == Long.MAX_VALUE)
            .filter(each -> each.by.map(row::owns).orElse(each.pk.equals(row.pk())))
            .toList();
    mayHave.forEach(each -> each.mayHaveDeleted = true);
    mayHave.stream()
        .max(Comparator.comparing((Call each) -> !each.isEnded()).thenComparing(each -> each.begin))
        .ifPresent(
            each -> {
              each.maybeDeleted = tick();
              each.changed = row.pk();
            });
  }

  boolean writeIndex(int start, int shard, ConditionalWrite<IndexKey, IndexRecord> write) {
    if (!matches(contents.index(shard), write)) {
      return false;
    }
    put(contents.index(shard), write);
    trace(start + stored(write) + place(shard) + " as " + write.key().key().value());
    check();
    return true;
  }

  /** Writes records of the data shard and of the index shard with one number. */
  boolean writeBoth(
      int start,
      int shard,
      ConditionalWrite<PrimaryKey, DataRecord> one,
      List<ConditionalWrite<IndexKey, IndexRecord>> others) {
    if (!matches(contents.data(shard), one)
        || !others.stream().allMatch(each -> matches(contents.index(shard), each))) {
      return false;
    }
    for (ConditionalWrite<IndexKey, IndexRecord> each : others) {
      put(contents.index(shard), each);
      trace(start + stored(each) + " as " + each.key().key().value() + " together with");
    }
    reached.note("shared transaction");
    return writeData(start, shard, one);
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

  private static <K, R extends Versioned<K>> void put(
      Map<K, R> stored, ConditionalWrite<K, R> write) {
    write
        .record()
        .ifPresentOrElse(
            record -> stored.put(write.key(), record), () -> stored.remove(write.key()));
  }

  private void checkWritten(int start, boolean isReplacement, DataRecord dr) {
    if (ShardContents.isMarker(dr)) {
      reached.note(isReplacement ? "marked" : "marked for a create");
      return;
    }
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
    Generation generation = generation(dr);
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
    DataRecord ceiling =
        contents.data(0).get(PrimaryKey.reserved("ceiling-" + generation.client()));
    if (ceiling == null
        || Long.parseLong(ceiling.value().toStringUtf8()) < generation.timestamp()) {
      violation("generations: " + generation + " is above the stored ceiling");
    }
  }

  /** The generation of a record; that which a mover drew for it, in a hidden copy. */
  private static Generation generation(DataRecord record) {
    Generation generation = record.version().generation();
    return ShardContents.isCopy(record)
        ? new Generation(generation.timestamp(), generation.client() / -2)
        : generation;
  }

  /** A record that moves stays its own. */
  private void noteOwners(Optional<SeenRecord> before, Optional<SeenRecord> after) {
    if (before.equals(after)) {
      return;
    }
    long now = tick();
    before.ifPresent(row -> row.keys().forEach(key -> last(key, row).end = now));
    after.ifPresent(
        row ->
            row.keys()
                .forEach(
                    key ->
                        ownerships
                            .computeIfAbsent(key, k -> new ArrayList<>())
                            .add(new Ownership(row, now))));
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
    return contents.live();
  }

  /**
   * A record is live in one shard, where clients find it. A key that a record owns, unless it is
   * marked as unindexed, has an index record that refers to its owner in each shard in which a
   * client may look for it. So no two records own it.
   */
  private void check() {
    for (DataRecord each : live()) {
      contents.misplaced(each, time.elapsed()).ifPresent(this::violation);
    }
  }
}
