package dev.tenure.record.global.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
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
import dev.tenure.record.global.slot.Slots;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MovesTest {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final KeyDefinitions KEYS =
      KeyDefinitions.of(KeyDefinition.alternate("email"), KeyDefinition.shared("town"));
  private static final SecondaryKey TOWN = new SecondaryKey("town", "Berlin");
  private static final int RECORDS = 40;

  private final VirtualTime time = new VirtualTime();

  private static PrimaryKey pk(int number) {
    return new PrimaryKey("p" + number);
  }

  private static SecondaryKey email(int number) {
    return new SecondaryKey("email", "e" + number);
  }

  /** Stores keys, records, and slots of the first shards. */
  private LateShards filled(int shards, int used) {
    LateShards stores = new LateShards(time, shards, 2);
    time.join(StoredKeys.create(stores.dataOf(Life.endless()).get(0), LEASE, KEYS));
    GlobalIndex client = client(stores, used);
    for (int i = 0; i < RECORDS; i++) {
      time.join(client.create(pk(i), LateShards.content("v" + i, email(i), TOWN)));
    }
    time.join(new Moves(upkeep(stores, used)).adopt());
    return stores;
  }

  private static Shards given(LateShards stores, int count) {
    return Shards.hashed(
        stores.dataOf(Life.endless()).subList(0, count), stores.indexOf(Life.endless()));
  }

  private GlobalIndex client(LateShards stores, int count) {
    return time.join(
        GlobalIndex.startStored(
            given(stores, count),
            KEYS,
            time,
            time::millis,
            time,
            GlobalIndexOptions.defaults().withCleanersMax(0)));
  }

  private Upkeep upkeep(LateShards stores, int count) {
    return time.join(
        Upkeep.startStored(given(stores, count), time, time::millis, time, new Random(1)));
  }

  private static MoveReport end(VirtualTime time, Moves moves) {
    return time.join(moves.run(WalkOptions.defaults(), page -> {}, Optional.empty()));
  }

  /** Moves until a few records have moved. */
  private WalkPosition inTheMiddle(Moves moves) {
    MoveReport report =
        time.join(
            moves.run(
                WalkOptions.defaults().withPage(5).withRecordsMax(25),
                page -> {},
                Optional.empty()));
    assertTrue(report.moved() > 10 && report.moved() < RECORDS, report.toString());
    return report.position().orElseThrow();
  }

  private void assertFindsAll(LateShards stores, GlobalIndex client) {
    for (int i = 0; i < RECORDS; i++) {
      String value = "v" + i;
      for (Optional<DataRecord> found :
          List.of(time.join(client.read(pk(i))), time.join(client.read(email(i))))) {
        assertEquals(value, found.orElseThrow().value().toStringUtf8());
      }
    }
    assertEquals(RECORDS, time.join(client.readAll(TOWN)).size());
    stores.index.forEach(each -> each.isDown = true);
    for (int i = 0; i < RECORDS; i++) {
      assertEquals(pk(i), time.join(client.read(email(i))).orElseThrow().key());
    }
    assertEquals(RECORDS, time.join(client.readAll(TOWN)).size());
    stores.index.forEach(each -> each.isDown = false);
    time.pass(Duration.ofSeconds(2));
  }

  private static long live(LateShards stores, int place) {
    return stores.data.get(place).stored.values().stream()
        .filter(each -> !each.key().isReserved() && !each.isDummy())
        .count();
  }

  @Test
  void splitAndMergeKeepAllRecordsAndLeaveNothingBehind() {
    LateShards stores = filled(3, 1);
    GlobalIndex client = client(stores, 3);
    Moves moves = new Moves(upkeep(stores, 3));
    time.join(moves.begin(slots -> slots.spread(List.of(0, 1, 2))));
    assertEquals(Optional.empty(), end(time, moves).position());
    assertFindsAll(stores, client);
    for (int place = 0; place < 3; place++) {
      assertTrue(live(stores, place) > RECORDS / 6, place + " has " + live(stores, place));
    }
    time.join(moves.begin(slots -> slots.spread(List.of(1))));
    assertEquals(Optional.empty(), end(time, moves).position());
    assertFindsAll(stores, client);
    assertEquals(RECORDS, live(stores, 1));
    assertEquals(RECORDS, stores.records().size());
  }

  @Test
  void inTheMiddleRecordsAreFoundAndWrittenAndAuditsAreRight() {
    LateShards stores = filled(2, 1);
    Upkeep upkeep = upkeep(stores, 2);
    WalkPosition early =
        time.join(
                new Audit(
                        upkeep,
                        AuditOptions.defaults()
                            .withWalk(WalkOptions.defaults().withPage(5).withRecordsMax(5)),
                        AuditListener.none())
                    .run(Optional.empty()))
            .position()
            .orElseThrow();
    Moves moves = new Moves(upkeep);
    time.join(moves.begin(slots -> slots.spread(List.of(1))));
    WalkPosition position = inTheMiddle(moves);
    GlobalIndex client = client(stores, 2);
    assertFindsAll(stores, client);
    AuditReport report =
        time.join(
            new Audit(upkeep, AuditOptions.defaults(), AuditListener.none()).run(Optional.empty()));
    assertEquals(Map.of(State.VALID, 2L * RECORDS), report.states());
    assertEquals(
        Code.CONTINUATION_REFUSED,
        error(
                new Audit(upkeep, AuditOptions.defaults(), AuditListener.none())
                    .run(Optional.of(early)))
            .code());
    for (int i = 0; i < RECORDS; i++) {
      String value = "w" + i;
      time.join(client.update(pk(i), pdr -> LateShards.content(value, email(999), TOWN)));
      assertTrue(time.join(client.delete(email(999))));
      int number = i;
      time.join(client.create(pk(i), LateShards.content("v" + number, email(number), TOWN)));
    }
    MoveReport ended =
        time.join(moves.run(WalkOptions.defaults(), page -> {}, Optional.of(position)));
    assertEquals(Optional.empty(), ended.position());
    assertFindsAll(stores, client);
    assertEquals(RECORDS, live(stores, 1));
    assertEquals(0, live(stores, 0));
  }

  private RecordLayerException error(CompletableFuture<?> failing) {
    return assertInstanceOf(
        RecordLayerException.class,
        assertThrows(CompletionException.class, () -> time.join(failing)).getCause());
  }

  @Test
  void eachOfThreePhasesWaitsForTwoLeases() {
    LateShards stores = filled(2, 1);
    Moves moves = new Moves(upkeep(stores, 2));
    time.join(moves.begin(slots -> slots.spread(Set.of(0, 1))));
    long begun = time.millis();
    end(time, moves);
    long leases = (time.millis() - begun) / LEASE.toMillis();
    assertTrue(leases >= 6, leases + " leases");
  }

  @Test
  void aProcessWithTooFewShardsIsRefused() {
    LateShards stores = filled(2, 1);
    Moves moves = new Moves(upkeep(stores, 2));
    time.join(moves.begin(slots -> slots.spread(List.of(0, 1))));
    RecordLayerException refused =
        error(
            GlobalIndex.startStored(
                given(stores, 1), KEYS, time, time::millis, time, GlobalIndexOptions.defaults()));
    assertEquals(Code.METADATA_NEWER, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("2 data shards"));
  }

  @Test
  void keysAndSlotsChangeOneAfterTheOther() {
    LateShards stores = filled(2, 1);
    Upkeep upkeep = upkeep(stores, 2);
    Moves moves = new Moves(upkeep);
    KeyChanges changes = new KeyChanges(upkeep);
    time.join(moves.begin(slots -> slots.spread(List.of(0, 1))));
    assertIllegal(
        changes.add(KeyDefinition.alternate("handle")), "a move of slots is in phase PREPARING");
    assertIllegal(changes.drop("email"), "a move of slots is in phase PREPARING");
    assertIllegal(
        moves.begin(slots -> slots.spread(List.of(1))), "a move of slots is in phase PREPARING");
    end(time, moves);
    time.join(changes.add(KeyDefinition.alternate("handle")));
    assertIllegal(moves.begin(slots -> slots.spread(List.of(0))), "the key handle is FILLING");
    assertIllegal(moves.run(WalkOptions.defaults(), page -> {}, Optional.empty()), "no move");
  }

  private void assertIllegal(CompletableFuture<?> failing, String message) {
    Throwable cause = assertThrows(CompletionException.class, () -> time.join(failing)).getCause();
    assertInstanceOf(IllegalStateException.class, cause);
    assertTrue(String.valueOf(cause.getMessage()).contains(message), cause.toString());
  }

  @Test
  void slotsTakeThePlacesOfHashedShardsAndSpreadEvenly() {
    List<DataShard> data = new LateShards(time, 3, 1).dataOf(Life.endless());
    Slots slots = Slots.of(Shards.hashed(data, new LateShards(time, 1, 1).indexOf(Life.endless())));
    assertEquals(Map.of(0, 342, 1, 342, 2, 342), slots.table().counts());
    Slots two = slots.spread(Set.of(0, 2));
    assertEquals(Map.of(0, 513, 2, 513), two.table().counts());
    assertEquals(Set.of(1), two.table().sources());
    assertThrows(IllegalArgumentException.class, () -> slots.spread(Set.of(0, 1, 2)));
    assertThrows(IllegalArgumentException.class, () -> slots.spread(Set.of()));
    assertThrows(IllegalArgumentException.class, () -> slots.spread(Set.of(-1)));
    assertEquals(two, Slots.decode(two.encode()));
    Shards own =
        new Shards(data, key -> 0, new LateShards(time, 1, 1).indexOf(Life.endless()), key -> 0);
    assertThrows(IllegalArgumentException.class, () -> Slots.of(own));
  }

  /** The aim of the paper is hundreds of shards. */
  @Test
  void sixteenShardsAreSplitInto256WhileClientsWrite() {
    int shards = 256;
    Random random = new Random(3);
    VirtualTime shuffled = new VirtualTime(random);
    LateShards stores = new LateShards(shuffled, shards, 16);
    shuffled.join(StoredKeys.create(stores.dataOf(Life.endless()).get(0), LEASE, KEYS));
    Shards before = given(stores, 16);
    Upkeep first =
        shuffled.join(Upkeep.startStored(before, shuffled, shuffled::millis, shuffled, random));
    shuffled.join(new Moves(first).adopt());
    List<OwnRecords> clients = new ArrayList<>();
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      GlobalIndex client =
          stores.storedClient(KEYS, new Life(Integer.MAX_VALUE, () -> 1 + random.nextInt(9)));
      clients.add(
          new OwnRecords(
              i + "-",
              client,
              random,
              400,
              millis -> {
                CompletableFuture<Void> passed = new CompletableFuture<>();
                var unused =
                    shuffled.schedule(
                        () -> passed.complete(null), 20L * millis, TimeUnit.MILLISECONDS);
                return passed;
              }));
      running.add(clients.get(i).run());
    }
    shuffled.pass(Duration.ofSeconds(20));
    Moves moves = new Moves(stores.storedUpkeep(Life.endless()));
    shuffled.join(moves.begin(slots -> slots.spread(IntStream.range(0, shards).boxed().toList())));
    MoveReport report = end(shuffled, moves);
    assertEquals(Optional.empty(), report.position());
    clients.forEach(each -> each.isOver = true);
    running.forEach(shuffled::join);
    Set<PrimaryKey> stored = new HashSet<>();
    stores.records().stream()
        .filter(each -> !each.isDummy())
        .forEach(each -> assertTrue(stored.add(each.key())));
    Set<PrimaryKey> known = new HashSet<>();
    clients.forEach(each -> known.addAll(each.known().keySet()));
    assertEquals(known, stored);
    assertTrue(report.moved() > known.size() / 2, report.toString());
    long used = IntStream.range(0, shards).filter(each -> live(stores, each) > 0).count();
    assertTrue(used > 100, used + " shards have records");
    assertFalse(clients.stream().anyMatch(each -> each.expired > 0), "an operation expired");
  }
}
