package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.pointer.PointerState;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.zone.EnqueueResult.Status;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The cases of the paper's section 5 by name: who holds a lease when, ids given twice, and several
 * operations in one transaction with what becomes of the zone's pointer.
 */
final class LeaseAndTransactionCasesTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Optional<Failure> FAILURE = Optional.of(new Failure("no", "c"));

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void enqueue(NewItem item) {
    test.run(tx -> tx.zone().enqueue(item));
  }

  private LeaseId lease(String id) {
    LeaseResult result = test.run(tx -> tx.zone().obtainLease(id, LEASE, "c"));
    return assertInstanceOf(LeaseResult.Granted.class, result).leased().lease().id();
  }

  private Instant vesting(String id) {
    return test.run(tx -> tx.zone().find(id)).orElseThrow().vesting();
  }

  /** A lease of the item that somebody else has taken over since. */
  private LeaseId stale(String id) {
    enqueue(item("x").withId(id));
    LeaseId stale = lease(id);
    test.advance(LEASE);
    lease(id);
    return stale;
  }

  private Optional<PointerState> pointer() {
    return join(
        test.database.run(
            context ->
                test.cluster
                    .space()
                    .openClusterStore(context)
                    .thenCompose(
                        store ->
                            test.cluster
                                .applicationId(context, "mail")
                                .thenCompose(
                                    id ->
                                        test.cluster
                                            .space()
                                            .pointer(
                                                store,
                                                id.orElseThrow(),
                                                TestCluster.TENANT,
                                                "default")))));
  }

  private void assertPointerVestsAt(Instant vesting) {
    assertEquals(vesting, pointer().orElseThrow().vesting());
  }

  private Instant now() {
    return test.clock.instant();
  }

  @Test
  void extensionAfterExpiryOfALeaseThatNobodyTookPushesTheVesting() {
    enqueue(item("x").withId("a"));
    LeaseId lease = lease("a");
    test.advance(LEASE.multipliedBy(3));
    ExtendResult extended = test.run(tx -> tx.zone().extendLease("a", lease, LEASE));
    assertEquals(lease, assertInstanceOf(ExtendResult.Extended.class, extended).lease().id());
    assertEquals(now().plus(LEASE), vesting("a"));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().complete("a", lease)));
  }

  @Test
  void extensionAfterExpiryOfALeaseThatSomebodyTookIsLost() {
    LeaseId stale = stale("a");
    Instant before = vesting("a");
    assertEquals(
        new ExtendResult.NotExtended(ZoneOutcome.LEASE_LOST),
        test.run(tx -> tx.zone().extendLease("a", stale, LEASE)));
    assertEquals(before, vesting("a"));
  }

  @Test
  void extensionByOneAndTakeoverByAnotherAtATimeConflict() {
    enqueue(item("x").withId("a"));
    LeaseId lease = lease("a");
    test.advance(LEASE);
    try (TestCluster.Open extending = test.open();
        TestCluster.Open taking = test.open()) {
      join(extending.tx().zone().extendLease("a", lease, LEASE));
      join(taking.tx().zone().obtainLease("a", LEASE, "other"));
      extending.commit();
      assertThrows(RuntimeException.class, taking::commit);
    }
  }

  @Test
  void completionWithAStaleLeaseIsRefused() {
    LeaseId stale = stale("a");
    assertEquals(ZoneOutcome.LEASE_LOST, test.run(tx -> tx.zone().complete("a", stale)));
    assertEquals(1L, test.count(TestCluster.SEND));
  }

  @Test
  void requeueWithAStaleLeaseIsRefused() {
    LeaseId stale = stale("a");
    Instant before = vesting("a");
    assertEquals(
        ZoneOutcome.LEASE_LOST,
        test.run(tx -> tx.zone().requeue("a", stale, Duration.ZERO, FAILURE)));
    assertEquals(before, vesting("a"));
    assertEquals(0, test.run(tx -> tx.zone().find("a")).orElseThrow().errors());
  }

  @Test
  void deadLetterWithAStaleLeaseIsRefused() {
    LeaseId stale = stale("a");
    assertEquals(
        ZoneOutcome.LEASE_LOST,
        test.run(
            tx -> tx.zone().moveToDeadLetter("a", stale, DeadLetterKind.FAILED, "no", FAILURE)));
    assertTrue(test.run(tx -> tx.zone().findDeadLetter("a")).isEmpty());
    assertEquals(1L, test.count(TestCluster.SEND));
  }

  @Test
  void aReleasedLeaseIsStaleThoughNobodyTookTheItem() {
    enqueue(item("x").withId("a"));
    LeaseId lease = lease("a");
    test.run(tx -> tx.zone().requeue("a", lease, Duration.ZERO, Optional.empty()));
    assertEquals(ZoneOutcome.LEASE_LOST, test.run(tx -> tx.zone().complete("a", lease)));
    assertEquals(
        new ExtendResult.NotExtended(ZoneOutcome.LEASE_LOST),
        test.run(tx -> tx.zone().extendLease("a", lease, LEASE)));
  }

  /** Found by the simulation, seed 731426 of the world queues. */
  @Test
  void aSmallDequeueLooksBehindLeasesOfSlowClocks() {
    for (int i = 0; i < 5; i++) {
      test.run(tx -> tx.zone().enqueue(item("letter")));
    }
    DequeueRequest four = DequeueRequest.of(4, Duration.ofMinutes(1), "slow");
    List<LeasedItem> held = test.run(tx -> tx.zone().dequeue(four));
    held.forEach(leased -> endByTheClock(leased.item().id()));
    DequeueRequest one = DequeueRequest.of(1, Duration.ofMinutes(1), "fast");
    DequeueView view = test.run(tx -> tx.zone().dequeueAndLook(one, any -> true));
    assertEquals(1, view.items().size());
    assertTrue(
        held.stream()
            .noneMatch(other -> other.item().id().equals(view.items().get(0).item().id())));
    assertEquals(List.of(), test.run(tx -> tx.zone().dequeue(one)));
  }

  /** As if a clock that is slow had granted the lease. */
  private void endByTheClock(String id) {
    test.run(
        tx ->
            tx.store()
                .load(QueueSchema.ITEM, Tuple.from(TenantTransaction.DEFAULT_ZONE, id))
                .thenCompose(
                    found ->
                        tx.store()
                            .save(
                                ItemRecords.message(found.orElseThrow()).toBuilder()
                                    .setVestingMillis(
                                        test.clock.instant().minusSeconds(1).toEpochMilli())
                                    .build())));
  }

  @Test
  void theSameIdInOneTransactionIsOneItem() {
    List<Status> found =
        test.run(
            tx ->
                tx.zone()
                    .enqueue(item("x").withId("a"))
                    .thenCompose(
                        first ->
                            tx.zone()
                                .enqueue(item("y").withId("a"))
                                .thenApply(second -> List.of(first.status(), second.status()))));
    assertEquals(List.of(Status.NEW, Status.EXISTING), found);
    assertEquals(1L, test.count(TestCluster.SEND));
  }

  @Test
  void theSameIdInAnotherTransactionIsOneItem() {
    enqueue(item("x").withId("a"));
    assertEquals(
        new EnqueueResult("a", Status.EXISTING),
        test.run(tx -> tx.zone().enqueue(item("y").withId("a"))));
    assertEquals(1L, test.count(TestCluster.SEND));
  }

  @Test
  void theSameIdInTwoTransactionsAtATimeConflicts() {
    try (TestCluster.Open one = test.open();
        TestCluster.Open other = test.open()) {
      join(one.tx().zone().enqueue(item("x").withId("a")));
      join(other.tx().zone().enqueue(item("y").withId("a")));
      one.commit();
      assertThrows(RuntimeException.class, other::commit);
    }
    assertEquals(1L, test.count(TestCluster.SEND));
  }

  @Test
  void afterACancelTheHolderLearnsThatTheItemIsGone() {
    enqueue(item("x").withId("a"));
    LeaseId lease = lease("a");
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel("a")));
    assertEquals(ZoneOutcome.ITEM_GONE, test.run(tx -> tx.zone().complete("a", lease)));
    assertEquals(
        ZoneOutcome.ITEM_GONE,
        test.run(tx -> tx.zone().requeue("a", lease, Duration.ZERO, FAILURE)));
    assertEquals(
        new ExtendResult.NotExtended(ZoneOutcome.ITEM_GONE),
        test.run(tx -> tx.zone().extendLease("a", lease, LEASE)));
    assertEquals(
        ZoneOutcome.ITEM_GONE,
        test.run(
            tx -> tx.zone().moveToDeadLetter("a", lease, DeadLetterKind.FAILED, "no", FAILURE)));
  }

  @Test
  void cancelAndCompletionAtATimeConflict() {
    enqueue(item("x").withId("a"));
    LeaseId lease = lease("a");
    try (TestCluster.Open cancelling = test.open();
        TestCluster.Open completing = test.open()) {
      join(cancelling.tx().zone().cancel("a"));
      join(completing.tx().zone().complete("a", lease));
      cancelling.commit();
      assertThrows(RuntimeException.class, completing::commit);
    }
  }

  @Test
  void enqueueLeaseAndCompletionInOneTransactionLeaveThePointerOnly() {
    ZoneOutcome outcome =
        test.run(
            tx ->
                tx.zone()
                    .enqueue(item("x").withId("a"))
                    .thenCompose(added -> tx.zone().obtainLease("a", LEASE, "c"))
                    .thenCompose(
                        leased ->
                            tx.zone()
                                .complete(
                                    "a", ((LeaseResult.Granted) leased).leased().lease().id())));
    assertEquals(ZoneOutcome.DONE, outcome);
    assertEquals(0L, test.count(TestCluster.SEND));
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
    assertPointerVestsAt(now());
  }

  @Test
  void updateAndCancelInOneTransactionRemoveTheItemAndKeepThePointer() {
    enqueue(item("x").withId("a").withDelay(Duration.ofHours(1)));
    Instant before = pointer().orElseThrow().vesting();
    ZoneOutcome outcome =
        test.run(
            tx ->
                tx.zone()
                    .update("a", OptionalInt.of(1), Optional.of(now()))
                    .thenCompose(updated -> tx.zone().cancel("a")));
    assertEquals(ZoneOutcome.DONE, outcome);
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
    assertEquals(0L, test.count(TestCluster.SEND));
    assertEquals(before, pointer().orElseThrow().vesting());
  }

  @Test
  void leaseExtensionAndRequeueInOneTransactionLeaveAFreeItem() {
    enqueue(item("x").withId("a"));
    Duration delay = Duration.ofSeconds(5);
    test.run(
        tx ->
            tx.zone()
                .obtainLease("a", LEASE, "c")
                .thenApply(leased -> ((LeaseResult.Granted) leased).leased().lease().id())
                .thenCompose(
                    lease ->
                        tx.zone()
                            .extendLease("a", lease, LEASE.multipliedBy(2))
                            .thenCompose(
                                extended -> tx.zone().requeue("a", lease, delay, FAILURE))));
    assertEquals(now().plus(delay), vesting("a"));
    assertEquals(1, test.run(tx -> tx.zone().find("a")).orElseThrow().errors());
    assertPointerVestsAt(now());
    test.advance(delay);
    lease("a");
  }

  @Test
  void aDelayedAndAnImmediateEnqueueInOneTransactionMakeThePointerVestNow() {
    test.run(
        tx ->
            tx.zone()
                .enqueueAll(List.of(item("later").withDelay(Duration.ofHours(1)), item("now"))));
    Instant earliest = test.run(tx -> tx.zone().earliestVesting()).orElseThrow();
    assertEquals(now(), earliest);
    boolean nudged =
        join(test.cluster.topLevel().peek(0, TopLevelPeekRequest.of(10, Duration.ZERO)))
                .vested()
                .size()
            > 0;
    assertTrue(nudged || !pointer().orElseThrow().vesting().isAfter(now()));
  }

  @Test
  void peekByPredicateTakesOnlyWhatItAccepts() {
    for (int i = 0; i < 10; i++) {
      enqueue(item("x").withId("item-" + i).withPriority(i));
    }
    PeekRequest odd = PeekRequest.first(3).where(in(field("priority"), 1, 3, 5, 7, 9, 11, 13, 15));
    assertEquals(
        List.of("item-1", "item-3", "item-5"),
        test.run(tx -> tx.zone().peekIds(odd)).stream().map(IndexedItem::id).toList());
    assertEquals(
        List.of("item-1", "item-3", "item-5"),
        test.run(tx -> tx.zone().peek(odd)).stream().map(item -> item.id()).toList());
  }

  @Test
  void peekOfIdsReadsIndexEntriesOnly() {
    for (int i = 0; i < 20; i++) {
      enqueue(item("x".repeat(1_000)).withId("item-" + (10 + i)));
    }
    test.run(tx -> tx.zone().peekIds(PeekRequest.first(5)));
    long keys = test.counted(RecordCounter.KEYS_READ);
    long records = test.counted(RecordCounter.RECORDS_LOADED);
    long points = test.counted(RecordCounter.READS);
    List<IndexedItem> found = test.run(tx -> tx.zone().peekIds(PeekRequest.first(5)));
    assertEquals(5, found.size());
    assertEquals(1, found.get(0).schemaVersion());
    assertEquals(0, test.counted(RecordCounter.RECORDS_LOADED) - records);
    // The level's first entry, then one more than was asked for; the store's header is cached.
    long read = test.counted(RecordCounter.KEYS_READ) - keys;
    assertTrue(read <= 7 + test.counted(RecordCounter.READS) - points, read + " keys");
  }
}
