package dev.tenure.record.global.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinition.State;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.settings.OldKeysException;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyChangesTest {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final KeyDefinition HANDLE = KeyDefinition.alternate("handle");
  private static final KeyDefinitions OLD = KeyDefinitions.of(KeyDefinition.alternate("email"));
  private static final KeyDefinitions NEW = OLD.with(HANDLE);

  private final VirtualTime time = new VirtualTime();
  private final LateShards shards = new LateShards(time, 3, 2);

  @BeforeEach
  void storeKeys() {
    time.join(StoredKeys.create(shards.dataOf(Life.endless()).get(0), LEASE, OLD));
  }

  private static PrimaryKey pk(int number) {
    return new PrimaryKey("p" + number);
  }

  private static SecondaryKey email(int number) {
    return new SecondaryKey("email", "e" + number);
  }

  private static SecondaryKey handle(int number) {
    return new SecondaryKey("handle", "h" + number);
  }

  private static Set<SecondaryKey> derive(DataRecord record) {
    return Set.of(new SecondaryKey("handle", "h" + record.value().toStringUtf8()));
  }

  private void create(GlobalIndex client, int number, SecondaryKey... keys) {
    time.join(client.create(pk(number), LateShards.content("" + number, keys)));
  }

  private CompletableFuture<KeyChangeReport> fill(KeyChanges changes) {
    return changes.fill(
        "handle", KeyChangesTest::derive, WalkOptions.defaults(), page -> {}, Optional.empty());
  }

  private Throwable failure(CompletableFuture<?> call) {
    assertTrue(time.await((Future<?>) call, Duration.ofMinutes(1)));
    return Objects.requireNonNull(assertThrows(CompletionException.class, call::join).getCause());
  }

  private State state(String name) {
    return time.join(StoredKeys.require(shards.dataOf(Life.endless()).get(0)))
        .definitions()
        .find(name)
        .orElseThrow()
        .state();
  }

  @Test
  void addedKeyIsReadableOnceAllRecordsOwnIt() {
    GlobalIndex client = shards.storedClient(NEW, Life.endless());
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    create(client, 1, email(1), handle(1));
    assertEquals(Set.of(email(1)), time.join(client.read(pk(1))).orElseThrow().keys());
    time.join(changes.add(HANDLE));
    time.pass(LEASE);
    create(client, 2, email(2), handle(2));
    assertEquals(
        Reason.KEY_NOT_READABLE,
        assertInstanceOf(GlobalIndexException.class, failure(client.read(handle(2)))).reason());
    assertEquals(new KeyChangeReport(1, 0, Optional.empty()), time.join(fill(changes)));
    time.pass(LEASE);
    assertEquals(Optional.of(pk(1)), time.join(client.read(handle(1))).map(DataRecord::key));
    assertEquals(Optional.of(pk(2)), time.join(client.read(handle(2))).map(DataRecord::key));
  }

  @Test
  void fillBeginsOnceNoClientUsesOlderKeys() {
    GlobalIndex old = shards.storedClient(OLD, Life.endless());
    create(old, 1, email(1));
    time.join(new KeyChanges(shards.storedUpkeep(Life.endless())).add(HANDLE));
    CompletableFuture<KeyChangeReport> filling =
        fill(new KeyChanges(shards.storedUpkeep(Life.endless())));
    time.runReady();
    create(old, 2, email(2));
    time.join(filling);
    assertTrue(
        shards.records().stream().allMatch(each -> each.keys().size() == 2),
        shards.records().toString());
  }

  @Test
  void processWithOldCodeReadsAndDeletesButDoesNotWrite() {
    GlobalIndex old = shards.storedClient(OLD, Life.endless());
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    create(old, 1, email(1));
    time.join(changes.add(HANDLE));
    create(old, 2, email(2));
    time.pass(LEASE);
    OldKeysException refused =
        assertInstanceOf(
            OldKeysException.class, failure(old.create(pk(3), LateShards.content("3", email(3)))));
    assertFalse(refused.retryable());
    assertInstanceOf(
        OldKeysException.class, failure(old.update(pk(1), pdr -> LateShards.content("1"))));
    assertEquals(Optional.of(pk(1)), time.join(old.read(email(1))).map(DataRecord::key));
    assertTrue(time.join(old.delete(email(1))));
    assertEquals(1, time.join(fill(changes)).changed());
  }

  @Test
  void operationThatOutlivesItsLeaseHasNoEffect() {
    int[] delay = {0};
    GlobalIndex slow = shards.storedClient(OLD, new Life(Integer.MAX_VALUE, () -> delay[0]));
    create(slow, 1, email(1));
    delay[0] = (int) LEASE.toMillis();
    OldKeysException late =
        assertInstanceOf(
            OldKeysException.class, failure(slow.create(pk(2), LateShards.content("2"))));
    assertTrue(late.retryable());
    delay[0] = (int) LEASE.toMillis() / 5;
    assertInstanceOf(
        OldKeysException.class, failure(slow.create(pk(3), LateShards.content("3", email(3)))));
    assertTrue(shards.records().stream().noneMatch(DataRecord::isDummy), "a dummy is left");
    delay[0] = (int) LEASE.toMillis();
    assertInstanceOf(
        OldKeysException.class,
        failure(slow.update(pk(1), pdr -> LateShards.content("changed", email(1)))));
    delay[0] = 0;
    assertEquals("1", time.join(slow.read(pk(1))).orElseThrow().value().toStringUtf8());
    assertEquals(Optional.empty(), time.join(slow.read(pk(2))));
    create(slow, 2);
  }

  @Test
  void readThatOutlivesItsLeaseFails() {
    int[] delay = {0};
    GlobalIndex slow = shards.storedClient(OLD, new Life(Integer.MAX_VALUE, () -> delay[0]));
    create(slow, 1, email(1));
    delay[0] = (int) LEASE.toMillis();
    CompletableFuture<?> read = slow.read(email(1));
    assertTrue(time.await((Future<?>) read, LEASE.multipliedBy(20)));
    assertTrue(read.isCompletedExceptionally());
  }

  @Test
  void deleteByAKeyThatNobodyOwnsFailsWhenItOutlivesItsLease() {
    int[] delay = {0};
    GlobalIndex slow = shards.storedClient(OLD, new Life(Integer.MAX_VALUE, () -> delay[0]));
    delay[0] = (int) LEASE.toMillis();
    assertInstanceOf(OldKeysException.class, failure(slow.delete(email(1))));
  }

  @Test
  void updateByAKeyThatNobodyOwnsFailsWhenItOutlivesItsLease() {
    int[] delay = {0};
    GlobalIndex slow = shards.storedClient(OLD, new Life(Integer.MAX_VALUE, () -> delay[0]));
    delay[0] = (int) LEASE.toMillis();
    assertInstanceOf(
        OldKeysException.class, failure(slow.update(email(1), pdr -> LateShards.content("2"))));
  }

  @Test
  void ageOfTheKeysCountsFromBeforeTheyWereRead() {
    int[] delay = {0};
    GlobalIndex slow = shards.storedClient(OLD, new Life(Integer.MAX_VALUE, () -> delay[0]));
    create(slow, 1);
    time.pass(LEASE);
    delay[0] = (int) LEASE.toMillis() / 2;
    CompletableFuture<?> late = slow.create(pk(2), LateShards.content("2"));
    time.pass(LEASE);
    delay[0] = 0;
    assertInstanceOf(OldKeysException.class, failure(late));
  }

  @Test
  void operationDoesNotWaitForAReadOfTheKeysThatBeganMoreThanALeaseAgo() {
    int[] delay = {0};
    GlobalIndex client = shards.storedClient(OLD, new Life(Integer.MAX_VALUE, () -> delay[0]));
    time.pass(LEASE);
    delay[0] = 2 * (int) LEASE.toMillis();
    CompletableFuture<?> late = client.create(pk(1), LateShards.content("1"));
    time.pass(LEASE);
    delay[0] = 0;
    time.join(client.create(pk(2), LateShards.content("2")));
    assertFalse(late.isDone());
  }

  @Test
  void clientUsesTheKeysOfAStoreThatIsRestoredFromABackup() {
    GlobalIndex client = shards.storedClient(NEW, Life.endless());
    create(client, 1, email(1));
    Map<PrimaryKey, DataRecord> backup = Map.copyOf(shards.data.get(0).stored);
    time.join(new KeyChanges(shards.storedUpkeep(Life.endless())).add(HANDLE));
    time.pass(LEASE);
    create(client, 2, email(2), handle(2));
    assertEquals(Set.of(email(2), handle(2)), time.join(client.read(pk(2))).orElseThrow().keys());
    shards.data.get(0).stored.clear();
    shards.data.get(0).stored.putAll(backup);
    time.pass(LEASE);
    create(client, 3, email(3), handle(3));
    assertEquals(Set.of(email(3)), time.join(client.read(pk(3))).orElseThrow().keys());
  }

  @Test
  void clientThatCannotReadTheKeysStopsWhenItsLeaseEnds() {
    GlobalIndex client = shards.storedClient(OLD, Life.endless());
    PrimaryKey elsewhere = pk(0);
    for (int i = 0; placeOf(elsewhere) == 0; i++) {
      elsewhere = pk(i);
    }
    PrimaryKey key = elsewhere;
    shards.data.get(0).isDown = true;
    time.join(client.create(key, LateShards.content("")));
    time.pass(LEASE);
    assertEquals(
        Reason.SHARD_DOWN,
        assertInstanceOf(
                GlobalIndexException.class,
                failure(client.update(key, pdr -> LateShards.content("again"))))
            .reason());
    shards.data.get(0).isDown = false;
    time.join(client.update(key, pdr -> LateShards.content("again")));
  }

  private int placeOf(PrimaryKey key) {
    var placed = shards.calledBy(Life.endless());
    return placed.data().indexOf(placed.dataOf(key));
  }

  @Test
  void fillThatIsRefusedAKeyStaysInFrontOfTheRecordUntilItIsChanged() {
    GlobalIndex client = shards.storedClient(NEW, Life.endless());
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    create(client, 1, email(1));
    time.join(client.create(pk(2), LateShards.content("1", email(2))));
    time.join(changes.add(HANDLE));
    KeyChangeReport first = time.join(fill(changes));
    assertEquals(1, first.refused());
    assertEquals(State.FILLING, state("handle"));
    time.join(client.update(pk(2), pdr -> LateShards.content("2", email(2), handle(2))));
    KeyChangeReport second =
        time.join(
            changes.fill(
                "handle",
                KeyChangesTest::derive,
                WalkOptions.defaults(),
                page -> {},
                first.position().map(each -> WalkPosition.fromBytes(each.toBytes()))));
    assertEquals(Optional.empty(), second.position());
    assertEquals(State.READABLE, state("handle"));
  }

  @Test
  void droppedKeyIsRefusedAtOnceAndLeavesNothing() {
    GlobalIndex client = shards.storedClient(OLD, Life.endless());
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    create(client, 1, email(1));
    time.join(changes.drop("email"));
    time.pass(LEASE);
    assertEquals(
        Reason.KEY_NOT_READABLE,
        assertInstanceOf(GlobalIndexException.class, failure(client.read(email(1)))).reason());
    create(client, 2, email(2));
    assertEquals(Set.of(), time.join(client.read(pk(2))).orElseThrow().keys());
    KeyChangeReport report =
        time.join(changes.empty("email", WalkOptions.defaults(), page -> {}, Optional.empty()));
    assertEquals(new KeyChangeReport(2, 0, Optional.empty()), report);
    assertEquals(List.of(), shards.entries());
    assertEquals(Set.of(), time.join(client.read(pk(1))).orElseThrow().keys());
    time.pass(LEASE);
    time.join(changes.add(KeyDefinition.alternate("email")));
  }

  @Test
  void oneKeyIsChangedAtATime() {
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    time.join(changes.add(HANDLE));
    assertInstanceOf(IllegalStateException.class, failure(changes.add(HANDLE)));
    assertInstanceOf(IllegalStateException.class, failure(changes.drop("email")));
    assertInstanceOf(IllegalStateException.class, failure(changes.drop("phone")));
    time.join(changes.drop("handle"));
    assertInstanceOf(IllegalStateException.class, failure(fill(changes)));
  }

  @Test
  void clientWithFixedKeysIsRefusedWhereKeysAreStored() {
    CompletableFuture<GlobalIndex> start =
        GlobalIndex.start(
            shards.calledBy(Life.endless()), OLD, time, time, GlobalIndexOptions.defaults());
    assertInstanceOf(IllegalStateException.class, failure(start));
  }

  /** Its next calls take these times, in milliseconds, to take effect and to be answered. */
  private GlobalIndex slowClient(KeyDefinitions known, Deque<Integer> delays) {
    return shards.storedClient(
        known, new Life(Integer.MAX_VALUE, () -> delays.isEmpty() ? 0 : delays.remove()));
  }

  private static int longerThanTheWait() {
    return (int) LEASE.multipliedBy(3).toMillis();
  }

  private void assertConflict(CompletableFuture<?> call) {
    assertEquals(
        Reason.CONFLICT, assertInstanceOf(GlobalIndexException.class, failure(call)).reason());
  }

  @Test
  void writeOfOldCodeThatPausesBeforeItsLastStepIsFencedByTheFill() {
    Deque<Integer> delays = new ArrayDeque<>();
    GlobalIndex old = slowClient(OLD, delays);
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    time.join(changes.add(HANDLE));
    create(shards.storedClient(NEW, Life.endless()), 1, email(1), handle(1));
    delays.addAll(List.of(0, 0, longerThanTheWait()));
    CompletableFuture<?> update = old.update(pk(1), pdr -> LateShards.content("1", email(1)));
    assertEquals(Optional.empty(), time.join(fill(changes)).position());
    assertConflict(update);
    assertTrue(shards.records().get(0).owns(handle(1)));
  }

  @Test
  void createOfOldCodeThatPausesBeforeItsLastStepIsFencedByTheFill() {
    Deque<Integer> delays = new ArrayDeque<>();
    GlobalIndex old = slowClient(OLD, delays);
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    time.join(changes.add(HANDLE));
    delays.addAll(List.of(0, 0, longerThanTheWait()));
    CompletableFuture<?> create = old.create(pk(1), LateShards.content("1"));
    assertEquals(Optional.empty(), time.join(fill(changes)).position());
    assertConflict(create);
    assertEquals(List.of(), shards.records());
  }

  @Test
  void keyThatIsBeingDroppedNeedNotBeKnown() {
    create(shards.storedClient(OLD, Life.endless()), 1, email(1));
    time.join(new KeyChanges(shards.storedUpkeep(Life.endless())).drop("email"));
    GlobalIndex newer = shards.storedClient(KeyDefinitions.of(), Life.endless());
    time.join(newer.update(pk(1), pdr -> new Content(pdr.keys(), pdr.value())));
    assertEquals(Set.of(), time.join(newer.read(pk(1))).orElseThrow().keys());
    assertInstanceOf(
        IllegalArgumentException.class,
        failure(newer.update(pk(1), pdr -> LateShards.content("2", handle(2)))));
  }

  @Test
  void writeThatPausesWithADroppedKeyIsFenced() {
    Deque<Integer> delays = new ArrayDeque<>();
    GlobalIndex slow = slowClient(OLD, delays);
    KeyChanges changes = new KeyChanges(shards.storedUpkeep(Life.endless()));
    create(slow, 1);
    delays.addAll(List.of(0, 0, 0, 0, longerThanTheWait()));
    CompletableFuture<?> update = slow.update(pk(1), pdr -> LateShards.content("1", email(1)));
    time.runReady();
    time.join(changes.drop("email"));
    time.join(changes.empty("email", WalkOptions.defaults(), page -> {}, Optional.empty()));
    assertConflict(update);
    assertEquals(Set.of(), shards.records().get(0).keys());
  }

  @Test
  void changeGoesOnAfterACrashAtAnyCall() {
    GlobalIndex client = shards.storedClient(NEW, Life.endless());
    for (int i = 0; i < 9; i++) {
      create(client, i, email(i));
    }
    time.join(new KeyChanges(shards.storedUpkeep(Life.endless())).add(HANDLE));
    List<WalkPosition> last = new ArrayList<>();
    boolean isComplete = false;
    int runs = 0;
    while (!isComplete) {
      Life life = new Life(1_000);
      KeyChanges changes = new KeyChanges(shards.storedUpkeep(life));
      life.crashAfter(6 + runs++ % 7);
      CompletableFuture<KeyChangeReport> run =
          changes.fill(
              "handle",
              KeyChangesTest::derive,
              WalkOptions.defaults().withPage(1),
              page -> last.add(page.position()),
              last.isEmpty() ? Optional.empty() : Optional.of(last.get(last.size() - 1)));
      isComplete = time.await(run, LEASE.multipliedBy(4));
    }
    assertTrue(runs > 4, runs + " runs");
    assertEquals(State.READABLE, state("handle"));
    assertEquals(
        Set.of("email", "handle"),
        shards.records().stream()
            .flatMap(each -> each.keys().stream())
            .map(SecondaryKey::name)
            .collect(Collectors.toSet()));
    assertEquals(18, shards.entries().size());
  }
}
