package dev.tenure.record.global.violation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.store.ShardLimits;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.violation.Violations.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ViolationsTest {
  private static final KeyDefinitions KEYS =
      KeyDefinitions.of(KeyDefinition.alternate("email"), KeyDefinition.shared("town"));
  private static final PrimaryKey ALICE = new PrimaryKey("alice");
  private static final PrimaryKey BOB = new PrimaryKey("bob");
  private static final PrimaryKey CAROL = new PrimaryKey("carol");
  private static final SecondaryKey EMAIL = new SecondaryKey("email", "ab@x.com");
  private static final SecondaryKey OTHER = new SecondaryKey("email", "other@x.com");
  private static final SecondaryKey TOWN = new SecondaryKey("town", "Berlin");

  private final VirtualTime time = new VirtualTime();
  private final LateShards shards = new LateShards(time, 3, 2);
  private final GlobalIndex client =
      shards.client(KEYS, GlobalIndexOptions.defaults().withWritesWhileDown(true), Life.endless());
  private final Upkeep upkeep = shards.upkeep(KEYS, Life.endless());
  private final Violations violations = new Violations(upkeep);

  private void setIndexDown(boolean isDown) {
    shards.index.forEach(each -> each.isDown = isDown);
    time.pass(GlobalIndexOptions.defaults().downFor());
  }

  private RepairReport repairAll() {
    return time.join(
        new RepairRun(upkeep, WalkOptions.defaults(), page -> {}).run(Optional.empty()));
  }

  private List<Violation> list() {
    return time.join(violations.list(Optional.empty(), 100));
  }

  private Optional<PrimaryKey> owner(SecondaryKey key) {
    return time.join(client.read(key)).map(DataRecord::key);
  }

  /** Alice, Bob and Carol own one address; Alice has its index record. */
  private void violate() {
    setIndexDown(true);
    for (PrimaryKey pk : List.of(ALICE, BOB, CAROL)) {
      time.join(client.create(pk, LateShards.content(pk.value(), EMAIL, TOWN)));
    }
    setIndexDown(false);
    time.join(client.repair(ALICE));
  }

  @Test
  void repairRunPersistsIndexRecordsAndReportsViolations() {
    violate();
    RepairReport report = repairAll();
    assertEquals(new RepairReport(0, 2, 0, Optional.empty()), report);
    assertEquals(Set.of(ALICE, BOB, CAROL), list().get(0).owners());
    assertEquals(EMAIL, list().get(0).key());
    assertEquals(new RepairReport(0, 2, 0, Optional.empty()), repairAll());
    assertEquals(1, list().size());
  }

  @Test
  void markedRecordWithoutAViolationIsRepaired() {
    setIndexDown(true);
    time.join(client.create(ALICE, LateShards.content("A", EMAIL)));
    setIndexDown(false);
    assertEquals(new RepairReport(1, 0, 0, Optional.empty()), repairAll());
    assertEquals(new RepairReport(0, 0, 0, Optional.empty()), repairAll());
    assertEquals(Optional.of(ALICE), owner(EMAIL));
    assertEquals(List.of(), list());
  }

  @Test
  void runFailsWhileTheIndexShardIsDownAndLeavesTheMarks() {
    setIndexDown(true);
    time.join(client.create(ALICE, LateShards.content("A", EMAIL)));
    CompletableFuture<RepairReport> run =
        new RepairRun(upkeep, WalkOptions.defaults(), page -> {}).run(Optional.empty());
    time.runReady();
    CompletionException error = assertThrows(CompletionException.class, run::join);
    assertEquals(Optional.of(Reason.SHARD_DOWN), Upkeep.reason(error));
    assertEquals(Set.of(EMAIL), shards.records().get(0).unindexed());
  }

  @Test
  void ownerWithoutTheIndexRecordMayKeepTheKey() {
    violate();
    repairAll();
    assertEquals(Outcome.RESOLVED, time.join(violations.keep(EMAIL, BOB)));
    assertEquals(Optional.of(BOB), owner(EMAIL));
    assertEquals(Set.of(TOWN), time.join(client.read(ALICE)).orElseThrow().keys());
    assertEquals("alice", time.join(client.read(ALICE)).orElseThrow().value().toStringUtf8());
    assertEquals(List.of(), list());
    assertEquals(Outcome.RESOLVED, time.join(violations.keep(EMAIL, BOB)));
    assertEquals(0, repairAll().violated());
    assertEquals(3, time.join(client.readAll(TOWN)).size());
  }

  @Test
  void keeperWithoutAMarkGetsItsIndexRecord() {
    violate();
    repairAll();
    shards.data.forEach(
        each -> each.stored.computeIfPresent(BOB, (pk, record) -> record.withUnindexed(Set.of())));
    assertEquals(Outcome.RESOLVED, time.join(violations.keep(EMAIL, BOB)));
    assertEquals(Optional.of(BOB), owner(EMAIL));
  }

  @Test
  void replacementKeysResolveOneOwnerAfterAnother() {
    violate();
    repairAll();
    assertEquals(Outcome.OPEN, time.join(violations.replace(EMAIL, BOB, OTHER)));
    assertEquals(1, list().size());
    CompletableFuture<Outcome> taken = violations.replace(EMAIL, CAROL, OTHER);
    time.runReady();
    assertEquals(
        Optional.of(Reason.KEY_TAKEN),
        Upkeep.reason(assertThrows(CompletionException.class, taken::join)));
    assertEquals(
        Outcome.RESOLVED,
        time.join(violations.replace(EMAIL, CAROL, new SecondaryKey("email", "c@x.com"))));
    assertEquals(Optional.of(ALICE), owner(EMAIL));
    assertEquals(Optional.of(BOB), owner(OTHER));
    assertEquals(List.of(), list());
  }

  @Test
  void recordThatLostTheKeyCannotBeNamedAsItsKeeper() {
    violate();
    repairAll();
    time.join(client.delete(BOB));
    assertEquals(Outcome.NOT_OWNER, time.join(violations.keep(EMAIL, BOB)));
    assertTrue(time.join(client.read(ALICE)).orElseThrow().owns(EMAIL));
    assertEquals(Outcome.RESOLVED, time.join(violations.keep(EMAIL, CAROL)));
    assertEquals(Optional.of(CAROL), owner(EMAIL));
  }

  @Test
  void violationThatIsGoneIsTakenOffByAnyCommand() {
    violate();
    repairAll();
    time.join(client.delete(BOB));
    time.join(client.delete(CAROL));
    assertEquals(1, list().size());
    assertEquals(Outcome.RESOLVED, time.join(violations.keep(EMAIL, BOB)));
    assertEquals(List.of(), list());
    assertEquals(Optional.of(ALICE), owner(EMAIL));
  }

  @Test
  void listIsPagedByTheLastKey() {
    for (int i = 0; i < 5; i++) {
      time.join(violations.note(new SecondaryKey("email", "k" + i), List.of(ALICE, BOB)));
    }
    List<Violation> first = time.join(violations.list(Optional.empty(), 3));
    List<Violation> rest = time.join(violations.list(Optional.of(first.get(2).key()), 3));
    assertEquals(3, first.size());
    assertEquals(2, rest.size());
    assertEquals("k4", rest.get(1).key().value());
  }

  @Test
  void longestKeyIsNotedAndNoKeyIsTold() {
    SecondaryKey longest = new SecondaryKey("email", "x".repeat(ShardLimits.KEY_VALUE_BYTES_MAX));
    ShardLimits.check(Violation.place(longest));
    time.join(violations.note(longest, List.of(ALICE, BOB)));
    time.join(violations.note(EMAIL, List.of(ALICE, BOB)));
    assertEquals(
        Set.of(longest, EMAIL), list().stream().map(Violation::key).collect(Collectors.toSet()));
    assertFalse(Violation.place(EMAIL).toString().contains(EMAIL.value()));
  }

  @Test
  void commandInTheMiddleOfWhichTheProcessCrashedIsRepeated() {
    for (int calls = 1; calls < 30; calls++) {
      LateShards own = new LateShards(time, 2, 2);
      GlobalIndex writer =
          own.client(KEYS, GlobalIndexOptions.defaults().withWritesWhileDown(true), Life.endless());
      own.index.forEach(each -> each.isDown = true);
      time.join(writer.create(ALICE, LateShards.content("A", EMAIL)));
      time.join(writer.create(BOB, LateShards.content("B", EMAIL)));
      own.index.forEach(each -> each.isDown = false);
      time.pass(GlobalIndexOptions.defaults().downFor());
      Life life = new Life(1_000);
      Upkeep first = own.upkeep(KEYS, life);
      time.join(new RepairRun(first, WalkOptions.defaults(), page -> {}).run(Optional.empty()));
      life.crashAfter(calls);
      var unused = new Violations(first).keep(EMAIL, BOB);
      time.runReady();
      Violations again = new Violations(own.upkeep(KEYS, Life.endless()));
      assertEquals(Outcome.RESOLVED, time.join(again.keep(EMAIL, BOB)));
      assertEquals(Optional.of(BOB), time.join(writer.read(EMAIL)).map(DataRecord::key));
      assertEquals(List.of(), time.join(again.list(Optional.empty(), 10)));
    }
  }
}
