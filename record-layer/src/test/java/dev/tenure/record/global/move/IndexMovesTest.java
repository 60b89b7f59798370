package dev.tenure.record.global.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.audit.Audit;
import dev.tenure.record.global.audit.AuditListener;
import dev.tenure.record.global.audit.AuditOptions;
import dev.tenure.record.global.audit.AuditReport;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.keys.KeyChanges;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.slot.IndexSlots;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.violation.RepairRun;
import dev.tenure.record.global.violation.Violations;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class IndexMovesTest {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final KeyDefinitions KEYS =
      KeyDefinitions.of(KeyDefinition.alternate("email"), KeyDefinition.shared("town"));
  private static final SecondaryKey TOWN = new SecondaryKey("town", "Berlin");
  private static final int RECORDS = 40;

  private final VirtualTime time = new VirtualTime();
  private final LateShards stores = new LateShards(time, 2, 3);

  private static PrimaryKey pk(int number) {
    return new PrimaryKey("p" + number);
  }

  private static SecondaryKey email(int number) {
    return new SecondaryKey("email", "e" + number);
  }

  private Shards given(int index) {
    return Shards.hashed(
        stores.dataOf(Life.endless()), stores.indexOf(Life.endless()).subList(0, index));
  }

  private GlobalIndex client(int index, GlobalIndexOptions options) {
    return time.join(
        GlobalIndex.startStored(
            given(index), KEYS, time, time::millis, time, options.withCleanersMax(0)));
  }

  private GlobalIndex client() {
    return client(3, GlobalIndexOptions.defaults());
  }

  private Upkeep upkeep(int index) {
    return time.join(Upkeep.startStored(given(index), time, time::millis, time, new Random(1)));
  }

  /** Records, and slots of the first index shard. */
  private void fillOneShard() {
    time.join(StoredKeys.create(stores.dataOf(Life.endless()).get(0), LEASE, KEYS));
    GlobalIndex client = client(1, GlobalIndexOptions.defaults());
    for (int i = 0; i < RECORDS; i++) {
      time.join(client.create(pk(i), LateShards.content("v" + i, email(i), TOWN)));
    }
    time.join(new Moves(upkeep(1)).adoptIndex());
  }

  private MoveReport end(Moves moves) {
    return time.join(moves.run(WalkOptions.defaults(), page -> {}, Optional.empty()));
  }

  private void move(Set<Integer> shards) {
    Moves moves = new Moves(upkeep(3));
    time.join(moves.beginIndex(slots -> slots.spread(shards)));
    assertEquals(Optional.empty(), end(moves).position());
  }

  private void assertFindsAll(GlobalIndex client) {
    for (int i = 0; i < RECORDS; i++) {
      assertEquals(pk(i), time.join(client.read(email(i))).orElseThrow().key());
    }
    assertEquals(RECORDS, time.join(client.readAll(TOWN)).size());
  }

  private AuditReport audit(boolean repair) {
    AuditOptions options = AuditOptions.defaults().withGrace(Duration.ZERO);
    return time.join(
        new Audit(upkeep(3), repair ? options.withRepair(true) : options, AuditListener.none())
            .run(Optional.empty()));
  }

  private int entries(int place) {
    return stores.index.get(place).stored.size();
  }

  @Test
  void splitAndMergeKeepAllKeysAndLeaveNothingBehind() {
    fillOneShard();
    GlobalIndex client = client();
    move(Set.of(0, 1, 2));
    assertFindsAll(client);
    assertEquals(2 * RECORDS, entries(0) + entries(1) + entries(2));
    for (int place = 0; place < 3; place++) {
      assertTrue(entries(place) > RECORDS / 6, place + " has " + entries(place));
    }
    move(Set.of(1));
    assertFindsAll(client);
    assertEquals(List.of(0, 2 * RECORDS, 0), List.of(entries(0), entries(1), entries(2)));
    assertEquals(Map.of(State.VALID, 2L * RECORDS), audit(false).states());
  }

  @Test
  void inTheMiddleOfTheFillKeysAreFoundAndPassOnAndAuditsAreRight() {
    fillOneShard();
    Moves moves = new Moves(upkeep(3));
    time.join(moves.beginIndex(slots -> slots.spread(Set.of(1))));
    WalkPosition position =
        time.join(
                moves.run(
                    WalkOptions.defaults().withPage(5).withRecordsMax(RECORDS),
                    page -> {},
                    Optional.empty()))
            .position()
            .orElseThrow();
    assertEquals(RECORDS, entries(1));
    GlobalIndex client = client();
    assertFindsAll(client);
    assertEquals(Map.of(State.VALID, 3L * RECORDS), audit(false).states());
    for (int i = 0; i < RECORDS; i++) {
      int number = i;
      assertEquals(
          Code.UNIQUENESS_VIOLATION,
          error(client.create(pk(1_000), LateShards.content("x", email(number)))).code());
      time.join(client.update(pk(i), pdr -> LateShards.content("w", TOWN)));
      time.join(client.create(pk(1_000), LateShards.content("w", email(number))));
      time.join(client.delete(pk(1_000)));
      time.join(client.update(pk(i), pdr -> LateShards.content("v", email(number), TOWN)));
    }
    MoveReport ended =
        time.join(moves.run(WalkOptions.defaults(), page -> {}, Optional.of(position)));
    assertEquals(Optional.empty(), ended.position());
    assertFindsAll(client);
    assertEquals(List.of(0, 2 * RECORDS), List.of(entries(0), entries(1)));
  }

  @Test
  void aKeyIsWrittenWhileBothShardsAreUpAndReadWhileOneIs() {
    fillOneShard();
    Moves moves = new Moves(upkeep(3));
    time.join(moves.beginIndex(slots -> slots.spread(Set.of(1))));
    GlobalIndex client = client();
    stores.index.get(1).isDown = true;
    assertEquals(
        Code.SHARD_DOWN, error(client.create(pk(100), LateShards.content("x", email(100)))).code());
    assertEquals(pk(1), time.join(client.read(email(1))).orElseThrow().key());
    GlobalIndex marking = client(3, GlobalIndexOptions.defaults().withWritesWhileDown(true));
    DataRecord marked = time.join(marking.create(pk(101), LateShards.content("x", email(101))));
    assertEquals(Set.of(email(101)), marked.unindexed());
    stores.index.get(1).isDown = false;
    time.pass(Duration.ofSeconds(2));
    Upkeep upkeep = upkeep(3);
    time.join(new RepairRun(upkeep, WalkOptions.defaults(), page -> {}).run(Optional.empty()));
    for (int place = 0; place < 2; place++) {
      assertTrue(
          stores.index.get(place).stored.containsKey(IndexKey.alternate(email(101))),
          "index shard " + place);
    }
  }

  /**
   * The one was written while its index shard was down, the other by a client that knew no move.
   */
  @Test
  void twoOwnersOfAKeyAreLeftToARepairRun() {
    fillOneShard();
    Moves moves = new Moves(upkeep(3));
    time.join(moves.beginIndex(slots -> slots.spread(Set.of(1))));
    DataRecord owner = stored(1);
    DataRecord other =
        new DataRecord(
            pk(500), owner.version(), Set.of(email(1)), Set.of(email(1)), ByteString.EMPTY);
    stores.data.get(0).stored.put(other.key(), other);
    IndexKey key = IndexKey.alternate(email(1));
    stores.index.get(1).stored.put(key, new IndexRecord(key, other.key(), other.version()));
    GlobalIndex client = client();
    placeOf(other);
    assertEquals(Optional.empty(), end(moves).position());
    assertEquals(Set.of(email(1)), stored(1).unindexed());
    Upkeep upkeep = upkeep(3);
    time.join(new RepairRun(upkeep, WalkOptions.defaults(), page -> {}).run(Optional.empty()));
    assertEquals(1, time.join(new Violations(upkeep).list(Optional.empty(), 10)).size());
    assertEquals(pk(2), time.join(client.read(email(2))).orElseThrow().key());
  }

  @Test
  void fillThatMarksASecondOwnerLeavesTheMarksOfItsOtherKeys() {
    fillOneShard();
    Moves moves = new Moves(upkeep(3));
    time.join(moves.beginIndex(slots -> slots.spread(Set.of(1))));
    DataRecord owner = stored(1);
    Set<SecondaryKey> keys = new TreeSet<>(owner.keys());
    keys.add(email(900));
    DataRecord marked =
        new DataRecord(owner.key(), owner.version(), keys, Set.of(email(900)), owner.value());
    stores.data.forEach(each -> each.stored.replace(owner.key(), marked));
    DataRecord other =
        new DataRecord(pk(500), owner.version(), Set.of(email(1)), Set.of(), ByteString.EMPTY);
    stores.data.get(0).stored.put(other.key(), other);
    IndexKey key = IndexKey.alternate(email(1));
    stores.index.get(1).stored.put(key, new IndexRecord(key, other.key(), other.version()));
    placeOf(other);
    end(moves);
    assertEquals(Set.of(email(1), email(900)), stored(1).unindexed());
  }

  private DataRecord stored(int number) {
    return stores.records().stream()
        .filter(each -> each.key().equals(pk(number)))
        .findFirst()
        .orElseThrow();
  }

  /** Puts a record where its hash says. */
  private void placeOf(DataRecord record) {
    Shards shards = given(3);
    int place = shards.data().indexOf(shards.dataOf(record.key()));
    stores.data.forEach(each -> each.stored.remove(record.key()));
    stores.data.get(place).stored.put(record.key(), record);
  }

  @Test
  void anAuditDeletesWhatALateClientHasLeftBehindTheSweep() {
    fillOneShard();
    TreeMap<IndexKey, IndexRecord> before = new TreeMap<>(stores.index.get(0).stored);
    move(Set.of(1));
    stores.index.get(0).stored.putAll(before);
    AuditReport found = audit(false);
    assertEquals(2L * RECORDS, found.count(State.MISPLACED));
    assertEquals(2 * RECORDS, entries(0));
    assertEquals(2L * RECORDS, audit(true).count(State.MISPLACED));
    assertEquals(0, entries(0));
    assertFindsAll(client());
  }

  /** A write that relies on an index record fails when that is deleted. */
  @Test
  void aSweepFailsTheWriteThatReliesOnWhatItDeletes() {
    fillOneShard();
    move(Set.of(1));
    DataRecord read = stored(1);
    IndexKey key = IndexKey.alternate(email(777));
    stores.index.get(0).stored.put(key, new IndexRecord(key, pk(1), read.version()));
    assertEquals(1L, audit(true).count(State.MISPLACED));
    assertEquals(0, entries(0));
    assertEquals(read.version().next(), stored(1).version());
  }

  @Test
  void aProcessWithTooFewIndexShardsIsRefused() {
    fillOneShard();
    Moves moves = new Moves(upkeep(3));
    time.join(moves.beginIndex(slots -> slots.spread(Set.of(0, 1))));
    RecordLayerException refused =
        error(
            GlobalIndex.startStored(
                given(1), KEYS, time, time::millis, time, GlobalIndexOptions.defaults()));
    assertEquals(Code.METADATA_NEWER, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("2 index shards"));
  }

  @Test
  void keysRecordsAndIndexRecordsChangeOneAfterTheOther() {
    fillOneShard();
    Upkeep upkeep = upkeep(3);
    Moves moves = new Moves(upkeep);
    KeyChanges changes = new KeyChanges(upkeep);
    String index = "a move of slots of keys is in phase FILLING";
    time.join(moves.beginIndex(slots -> slots.spread(Set.of(1))));
    assertIllegal(changes.add(KeyDefinition.alternate("handle")), index);
    assertIllegal(changes.drop("email"), index);
    assertIllegal(moves.begin(slots -> slots.spread(Set.of(1))), index);
    assertIllegal(moves.beginIndex(slots -> slots.spread(Set.of(2))), index);
    end(moves);
    assertIllegal(moves.adoptIndex(), "slots are stored already");
    time.join(moves.begin(slots -> slots.spread(Set.of(1))));
    assertIllegal(
        moves.beginIndex(slots -> slots.spread(Set.of(0))),
        "a move of slots is in phase PREPARING");
    end(moves);
    time.join(changes.add(KeyDefinition.alternate("handle")));
    assertIllegal(moves.beginIndex(slots -> slots.spread(Set.of(0))), "the key handle is FILLING");
  }

  /** A fill that deletes and inserts could pause in between. */
  @Test
  void indexShardsThatDoNotReplaceAreRefused() {
    fillOneShard();
    IndexShard deleting =
        new IndexShard() {
          @Override
          public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
            return CompletableFuture.completedFuture(Optional.empty());
          }

          @Override
          public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
            return CompletableFuture.completedFuture(false);
          }

          @Override
          public boolean replaces() {
            return false;
          }
        };
    Shards shards = Shards.hashed(stores.dataOf(Life.endless()), List.of(deleting, deleting));
    Moves moves =
        new Moves(time.join(Upkeep.startStored(shards, time, time::millis, time, new Random(1))));
    assertThrows(
        IllegalStateException.class, () -> moves.beginIndex(slots -> slots.spread(Set.of(1))));
  }

  @Test
  void storedSlotsAreReadAsTheyWereWritten() {
    IndexSlots slots = IndexSlots.of(given(3)).spread(Set.of(0, 2));
    assertEquals(slots, IndexSlots.decode(slots.encode()));
    fillOneShard();
    time.join(new Moves(upkeep(3)).beginIndex(each -> each.spread(Set.of(0, 1, 2))));
    StoredKeys read = time.join(StoredKeys.require(upkeep(3).home()));
    assertEquals(IndexSlots.Phase.FILLING, read.index().orElseThrow().phase());
    assertEquals(3, read.index().orElseThrow().table().counts().size());
    assertEquals(2, read.slots().orElseThrow().table().counts().size());
  }

  /** Code that knows slots of records alone refuses a first column above 2. */
  @Test
  void theStoredFormatIsThree() {
    fillOneShard();
    DataRecord stored = stores.data.get(0).stored.get(PrimaryKey.reserved("keys"));
    Tuple value = Tuple.fromBytes(Objects.requireNonNull(stored).value().toByteArray());
    List<Long> places = Collections.nCopies(1_024, 0L);
    assertEquals(3L, value.get(0));
    assertEquals(5, value.size());
    assertEquals(List.of("STABLE", places, places), value.getNestedList(4));
  }

  private RecordLayerException error(CompletableFuture<?> failing) {
    return assertInstanceOf(
        RecordLayerException.class,
        assertThrows(CompletionException.class, () -> time.join(failing)).getCause());
  }

  private void assertIllegal(CompletableFuture<?> failing, String message) {
    Throwable cause = assertThrows(CompletionException.class, () -> time.join(failing)).getCause();
    assertInstanceOf(IllegalStateException.class, cause);
    assertTrue(String.valueOf(cause.getMessage()).contains(message), cause.toString());
  }
}
