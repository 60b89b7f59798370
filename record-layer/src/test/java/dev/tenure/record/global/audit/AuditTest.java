package dev.tenure.record.global.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.async.Pace;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.upkeep.WalkProgress;
import dev.tenure.record.global.violation.Violations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class AuditTest {
  private static final KeyDefinitions KEYS =
      KeyDefinitions.of(KeyDefinition.alternate("email"), KeyDefinition.shared("town"));
  private static final PrimaryKey ALICE = new PrimaryKey("alice");
  private static final PrimaryKey BOB = new PrimaryKey("bob");
  private static final SecondaryKey EMAIL = new SecondaryKey("email", "ab@x.com");
  private static final SecondaryKey OTHER = new SecondaryKey("email", "other@x.com");
  private static final SecondaryKey TOWN = new SecondaryKey("town", "Berlin");

  private final VirtualTime time = new VirtualTime();
  private final LateShards shards = new LateShards(time, 3, 2);
  private final GlobalIndex client =
      shards.client(
          KEYS,
          GlobalIndexOptions.defaults().withCleanersMax(0).withWritesWhileDown(true),
          Life.endless());
  private final Upkeep upkeep = shards.upkeep(KEYS, Life.endless());
  private final List<Finding> findings = new ArrayList<>();
  private final List<WalkProgress> progress = new ArrayList<>();

  private final class Notes implements AuditListener {
    @Override
    public void found(Finding finding) {
      findings.add(finding);
    }

    @Override
    public void progress(WalkProgress page) {
      progress.add(page);
    }
  }

  private AuditReport audit(AuditOptions options) {
    findings.clear();
    return time.join(new Audit(upkeep, options, new Notes()).run(Optional.empty()));
  }

  private AuditReport look() {
    return audit(AuditOptions.defaults());
  }

  private void assertRepaired(State state) {
    AuditReport repaired = audit(AuditOptions.defaults().withRepair(true));
    assertEquals(1, repaired.count(state));
    assertEquals(Map.of(Result.REPAIRED, 1L), repaired.results());
    AuditReport after = look();
    assertEquals(
        after.states().keySet(), after.count(State.VALID) == 0 ? Set.of() : Set.of(State.VALID));
  }

  private void assertFindsOnly(State state, PrimaryKey owner, SecondaryKey key) {
    look();
    assertEquals(List.of(new Finding(state, owner, Optional.of(key), Result.NONE)), findings);
  }

  private void setIndexDown(boolean isDown) {
    shards.index.forEach(each -> each.isDown = isDown);
    time.pass(GlobalIndexOptions.defaults().downFor());
  }

  @Test
  void everythingIsValidAfterWrites() {
    time.join(client.create(ALICE, LateShards.content("A", EMAIL, TOWN)));
    time.join(client.create(BOB, LateShards.content("B", OTHER, TOWN)));
    AuditReport report = look();
    assertEquals(Map.of(State.VALID, 4L), report.states());
    assertEquals(Map.of(), report.results());
    assertEquals(Optional.empty(), report.position());
  }

  @Test
  void entryOfDeletedRecordIsOrphaned() {
    time.join(client.create(ALICE, LateShards.content("A", EMAIL)));
    time.join(client.delete(ALICE));
    assertFindsOnly(State.ORPHANED, ALICE, EMAIL);
    assertRepaired(State.ORPHANED);
    assertEquals(List.of(), shards.entries());
  }

  @Test
  void entryOfLostKeyIsDisowned() {
    time.join(client.create(ALICE, LateShards.content("A", EMAIL, TOWN)));
    time.join(client.update(ALICE, pdr -> LateShards.content("A", TOWN)));
    assertFindsOnly(State.DISOWNED, ALICE, EMAIL);
    assertRepaired(State.DISOWNED);
  }

  @Test
  void keyWithoutEntryIsMissingAndRepairedByAnUpdate() {
    DataRecord created = time.join(client.create(ALICE, LateShards.content("A", EMAIL, TOWN)));
    shards.index.forEach(each -> each.stored.remove(IndexKey.alternate(EMAIL)));
    assertFindsOnly(State.MISSING, ALICE, EMAIL);
    assertRepaired(State.MISSING);
    DataRecord after = time.join(client.read(EMAIL)).orElseThrow();
    assertEquals(created.version().next(), after.version());
  }

  @Test
  void entryOfAnotherRecordLeavesTheKeyMissing() {
    time.join(client.create(ALICE, LateShards.content("A", EMAIL)));
    IndexKey key = IndexKey.alternate(EMAIL);
    IndexRecord foreign = new IndexRecord(key, BOB, Version.first(new Generation(1, 99)));
    shards.index.stream()
        .filter(each -> each.stored.containsKey(key))
        .forEach(each -> each.stored.put(key, foreign));
    AuditReport report = look();
    assertEquals(Map.of(State.MISSING, 1L, State.ORPHANED, 1L), report.states());
    audit(AuditOptions.defaults().withRepair(true));
    assertEquals(Map.of(State.VALID, 1L), look().states());
  }

  @Test
  void dummyCountsOnceItIsOld() {
    DataRecord dummy = DataRecord.dummy(ALICE, Version.first(new Generation(time.millis(), 99)));
    dataShardOf(ALICE).stored.put(ALICE, dummy);
    assertEquals(Map.of(), look().states());
    time.pass(AuditOptions.defaults().dummyAge());
    assertRepaired(State.DUMMY);
    assertEquals(List.of(), shards.records());
  }

  @Test
  void markedKeyIsUnindexedUntilRepaired() {
    setIndexDown(true);
    time.join(client.create(ALICE, LateShards.content("A", EMAIL)));
    setIndexDown(false);
    assertFindsOnly(State.UNINDEXED, ALICE, EMAIL);
    assertRepaired(State.UNINDEXED);
  }

  @Test
  void secondOwnerIsAViolationThatIsNoted() {
    setIndexDown(true);
    time.join(client.create(ALICE, LateShards.content("A", EMAIL)));
    time.join(client.create(BOB, LateShards.content("B", EMAIL)));
    setIndexDown(false);
    assertEquals(Map.of(State.UNINDEXED, 1L, State.VIOLATION, 1L), look().states());
    time.join(client.repair(ALICE));
    assertFindsOnly(State.VIOLATION, BOB, EMAIL);
    AuditReport report = audit(AuditOptions.defaults().withRepair(true));
    assertEquals(Map.of(Result.NOTED, 1L), report.results());
    assertEquals(
        Set.of(ALICE, BOB),
        time.join(new Violations(upkeep).list(Optional.empty(), 10)).get(0).owners());
  }

  @Test
  void writeUnderWayIsNotGarbageWithinTheGrace() {
    time.join(client.create(ALICE, LateShards.content("A")));
    DataRecord alice = time.join(client.read(ALICE)).orElseThrow();
    IndexKey key = IndexKey.alternate(EMAIL);
    indexShardOf(key).stored.put(key, new IndexRecord(key, ALICE, alice.version()));
    CompletableFuture<AuditReport> audited =
        new Audit(upkeep, AuditOptions.defaults(), new Notes()).run(Optional.empty());
    time.pass(Duration.ofMillis(500));
    assertFalse(audited.isDone());
    shards.data.forEach(
        each ->
            each.stored.computeIfPresent(
                ALICE,
                (pk, dr) ->
                    new DataRecord(pk, dr.version().next(), Set.of(EMAIL), Set.of(), dr.value())));
    assertEquals(Map.of(State.VALID, 1L), time.join(audited).states());
  }

  @Test
  void keyThatIsLostBetweenTwoLooksIsNotMissing() {
    PrimaryKey pk = ALICE;
    for (int i = 0; dataShardOf(pk) != shards.data.get(0); i++) {
      pk = new PrimaryKey("p" + i);
    }
    PrimaryKey first = pk;
    time.join(client.create(first, LateShards.content("A", EMAIL)));
    Upkeep slow = shards.upkeep(KEYS, new Life(Integer.MAX_VALUE, () -> 100));
    CompletableFuture<AuditReport> audited =
        new Audit(slow, AuditOptions.defaults(), new Notes()).run(Optional.empty());
    time.pass(Duration.ofMillis(250));
    time.join(client.update(first, pdr -> LateShards.content("A")));
    indexShardOf(IndexKey.alternate(EMAIL)).stored.clear();
    assertEquals(Map.of(), time.join(audited).states());
  }

  @Test
  void entryThatIsReplacedBetweenTwoLooksIsJudgedAnew() {
    time.join(client.create(ALICE, LateShards.content("A", EMAIL)));
    time.join(client.delete(ALICE));
    Upkeep slow = shards.upkeep(KEYS, new Life(Integer.MAX_VALUE, () -> 100));
    CompletableFuture<AuditReport> audited =
        new Audit(slow, AuditOptions.defaults(), new Notes()).run(Optional.empty());
    IndexKey key = IndexKey.alternate(EMAIL);
    int scans = shards.data.size() + shards.index.indexOf(indexShardOf(key)) + 1;
    time.pass(Duration.ofMillis(200L * scans + 150));
    time.join(client.create(BOB, LateShards.content("B", EMAIL)));
    assertEquals(Map.of(State.VALID, 1L), time.join(audited).states());
  }

  private LateShards.Index indexShardOf(IndexKey key) {
    return shards.index.get(shards.calledBy(Life.endless()).indexPlaceOf(key.key()));
  }

  private LateShards.Data dataShardOf(PrimaryKey key) {
    Shards placed = shards.calledBy(Life.endless());
    return shards.data.get(placed.data().indexOf(placed.dataOf(key)));
  }

  @Test
  void runEndsAtItsBudgetAndGoesOnFromTheBytesOfItsPosition() {
    for (int i = 0; i < 20; i++) {
      time.join(
          client.create(
              new PrimaryKey("p" + i), LateShards.content("", new SecondaryKey("email", "" + i))));
    }
    WalkOptions walk = WalkOptions.defaults().withPage(3).withRecordsMax(5);
    Audit part = new Audit(upkeep, AuditOptions.defaults().withWalk(walk), new Notes());
    Optional<WalkPosition> position = Optional.empty();
    long valid = 0;
    int runs = 0;
    do {
      AuditReport report = time.join(part.run(position));
      valid += report.count(State.VALID);
      position = report.position().map(each -> WalkPosition.fromBytes(each.toBytes()));
      runs++;
    } while (position.isPresent());
    assertEquals(20, valid);
    assertTrue(runs > 4, runs + " runs");
    WalkProgress last = progress.get(progress.size() - 1);
    assertEquals(5, last.shards());
    assertEquals(5, last.shardsDone());
  }

  @Test
  void positionOfOtherShardsIsRefused() {
    LateShards others = new LateShards(time, 3, 2);
    Upkeep other =
        time.join(Upkeep.start(others.calledBy(Life.endless()), KEYS, time, time, new Random(2)));
    AuditOptions options =
        AuditOptions.defaults().withWalk(WalkOptions.defaults().withPage(1).withRecordsMax(1));
    Optional<WalkPosition> position =
        time.join(new Audit(other, options, AuditListener.none()).run(Optional.empty())).position();
    CompletionException error =
        assertThrows(
            CompletionException.class,
            () -> new Audit(upkeep, options, AuditListener.none()).run(position).join());
    assertInstanceOf(RecordLayerException.class, error.getCause());
    assertThrows(RecordLayerException.class, () -> WalkPosition.fromBytes(new byte[] {1, 2}));
  }

  @Test
  void paceSpreadsARun() {
    for (int i = 0; i < 20; i++) {
      time.join(client.create(new PrimaryKey("p" + i), LateShards.content("")));
    }
    Duration before = time.elapsed();
    audit(
        AuditOptions.defaults()
            .withWalk(WalkOptions.defaults().withPage(2).withPace(Pace.perSecond(2))));
    assertTrue(time.elapsed().minus(before).toSeconds() >= 8, time.elapsed().toString());
  }
}
