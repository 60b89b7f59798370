package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.Open;
import dev.tenure.queue.TestCluster.OtherProcess;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases of visits: one row for many items, beside all that may happen to the items. */
class VisitLeasesTest {
  static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration OVER = LEASE.plusSeconds(1);
  private static final Duration EVER = Duration.ofDays(100_000);
  private static final Optional<Failure> FAILURE = Optional.of(new Failure("no", "c"));

  TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private static DequeueRequest together(int max) {
    return DequeueRequest.of(max, LEASE, "c").withTogether(true);
  }

  List<LeasedItem> taken(int max) {
    return test.run("visit", tx -> tx.zone().dequeue(together(max)));
  }

  /** Enqueues the items and takes all of them in one visit. */
  LeaseId held(String... ids) {
    for (String id : ids) {
      test.run(tx -> tx.zone().enqueue(item("x").withId(id)));
    }
    List<LeasedItem> items = taken(ids.length);
    assertEquals(ids.length, items.size());
    LeaseId lease = items.get(0).lease().id();
    items.forEach(each -> assertEquals(lease, each.lease().id()));
    return lease;
  }

  private ZoneOutcome complete(String id, LeaseId lease) {
    return test.run("complete", tx -> complete(tx.zone(), id, lease));
  }

  CompletableFuture<ZoneOutcome> complete(QueueZone zone, String id, LeaseId lease) {
    return zone.complete(id, lease);
  }

  private WorkItem find(String id) {
    return test.run(tx -> tx.zone().find(id)).orElseThrow();
  }

  List<String> vested() {
    return test.run(tx -> tx.zone().peekIds(PeekRequest.first(100))).stream()
        .map(IndexedItem::id)
        .toList();
  }

  /** The parts of all leases, by the ends of their ids. */
  List<String> parts() {
    return test
        .run(
            tx ->
                tx.store()
                    .scan(
                        QueueSchema.BODY,
                        TupleRange.all(),
                        Continuation.START,
                        ScanOptions.defaults())
                    .asList())
        .stream()
        .map(stored -> ((QueueBody) stored.message()).getId())
        .map(id -> id.substring(id.indexOf('/')))
        .toList();
  }

  @Test
  void aVisitWritesOneKeyForAllItems() {
    held("first");
    for (int i = 0; i < 20; i++) {
      test.run(tx -> tx.zone().enqueue(item("x")));
    }
    long before = test.counted(RecordCounter.KEYS_WRITTEN, "visit");
    assertEquals(20, taken(20).size());
    assertEquals(1, test.counted(RecordCounter.KEYS_WRITTEN, "visit") - before);
  }

  @Test
  void aHeldItemIsFoundWithItsLeaseAndIsNotVested() {
    LeaseId lease = held("a", "b");
    WorkItem found = find("a");
    assertEquals(lease, found.lease().orElseThrow().id());
    assertEquals(test.clock.instant().plus(LEASE), found.vesting());
    assertEquals(Optional.of("c"), found.leasedBy());
    assertEquals(1, found.leases());
    assertEquals(List.of(), vested());
    assertEquals(2, test.count(TestCluster.SEND));
    assertEquals(found, test.run(tx -> tx.zone().findBySnapshot("a")).orElseThrow());
    assertEquals(Optional.of(found.vesting()), test.run(tx -> tx.zone().leasedUntil("a")));
    assertEquals(Optional.of(found.vesting()), test.run(tx -> tx.zone().earliestVesting()));
  }

  @Test
  void theLastEndDeletesTheLease() {
    LeaseId lease = held("a", "b", "c");
    assertEquals(ZoneOutcome.DONE, complete("b", lease));
    assertEquals(List.of("/", "/1"), parts());
    assertEquals(ZoneOutcome.DONE, complete("a", lease));
    assertEquals(List.of("/", "/0", "/1"), parts());
    assertEquals(ZoneOutcome.DONE, complete("c", lease));
    assertEquals(List.of(), parts());
    assertEquals(0, test.count(TestCluster.SEND));
  }

  @Test
  void endsInOneTransactionWriteOnePart() {
    LeaseId lease = held("a", "b", "c");
    test.run(
        tx ->
            complete(tx.zone(), "c", lease)
                .thenCombine(complete(tx.zone(), "a", lease), (one, other) -> one));
    assertEquals(List.of("/", "/0"), parts());
    assertEquals(ZoneOutcome.ITEM_GONE, complete("a", lease));
    assertEquals(ZoneOutcome.DONE, complete("b", lease));
    assertEquals(List.of(), parts());
  }

  @Test
  void endsOfDifferentItemsOfAVisitDoNotConflict() {
    LeaseId lease = held("a", "b");
    try (Open one = test.open();
        Open other = test.open()) {
      join(one.context().readVersion());
      join(other.context().readVersion());
      assertEquals(ZoneOutcome.DONE, join(complete(one.tx().zone(), "a", lease)));
      assertEquals(ZoneOutcome.DONE, join(complete(other.tx().zone(), "b", lease)));
      one.commit();
      other.commit();
    }
    assertEquals(List.of("/", "/0", "/1"), parts());
    assertEquals(List.of(), taken(1));
    assertEquals(List.of(), parts(), "the next visit deletes what holds nothing");
  }

  @Test
  void twoVisitsCannotTakeOneItem() {
    test.run(tx -> tx.zone().enqueue(item("x").withId("a")));
    held("b");
    test.run(tx -> tx.zone().enqueue(item("x").withId("c")));
    try (Open one = test.open();
        Open other = test.open()) {
      join(one.tx().zone().dequeue(together(5)));
      join(other.tx().zone().dequeue(together(5)));
      one.commit();
      assertThrows(RecordLayerException.class, other::commit);
    }
  }

  @Test
  void aCancelAndAVisitOfOneItemConflict() {
    held("first");
    test.run(tx -> tx.zone().enqueue(item("x").withId("a")));
    try (Open visit = test.open();
        Open cancel = test.open()) {
      assertEquals(1, join(visit.tx().zone().dequeue(together(5))).size());
      assertEquals(ZoneOutcome.DONE, join(cancel.tx().zone().cancel("a")));
      visit.commit();
      assertThrows(RecordLayerException.class, cancel::commit);
    }
  }

  @Test
  void aCancelledItemLeavesItsLease() {
    LeaseId lease = held("a", "b");
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel("a")));
    assertEquals(ZoneOutcome.ITEM_GONE, complete("a", lease));
    assertEquals(ZoneOutcome.DONE, complete("b", lease));
    assertEquals(List.of(), parts());
  }

  @Test
  void anIdThatIsEnqueuedAgainIsNotHeldByTheLeaseOfBefore() {
    LeaseId lease = held("a", "b");
    test.run(tx -> tx.zone().cancel("a"));
    test.run(tx -> tx.zone().enqueue(item("x").withId("a")));
    assertEquals(List.of("a"), vested());
    assertEquals(ZoneOutcome.LEASE_LOST, complete("a", lease));
    assertEquals(1, taken(5).size());
  }

  @Test
  void anIdThatIsCancelledAndEnqueuedInOneTransactionIsNotHeld() {
    LeaseId lease = held("a", "b");
    test.run(
        tx ->
            tx.zone()
                .cancel("a")
                .thenCompose(done -> tx.zone().enqueue(item("x").withId("a")))
                .thenCompose(done -> tx.zone().find("a"))
                .thenAccept(found -> assertTrue(found.orElseThrow().lease().isEmpty())));
    assertEquals(ZoneOutcome.LEASE_LOST, complete("a", lease));
    assertEquals(List.of("a"), vested());
  }

  @Test
  void aFailedItemIsRetriedAndTheOthersStayHeld() {
    LeaseId lease = held("a", "b");
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().requeue("a", lease, LEASE, FAILURE)));
    WorkItem retried = find("a");
    assertTrue(retried.lease().isEmpty());
    assertEquals(1, retried.errors());
    assertEquals(1, retried.attempts());
    assertEquals(1, retried.leases());
    assertEquals(test.clock.instant().plus(LEASE), retried.vesting());
    assertEquals(ZoneOutcome.LEASE_LOST, complete("a", lease));
    assertTrue(find("b").lease().isPresent());
  }

  @Test
  void aDeadLetterKeepsWhatTheLeaseHasCounted() {
    LeaseId lease = held("a");
    assertEquals(
        ZoneOutcome.DONE,
        test.run(
            tx -> tx.zone().moveToDeadLetter("a", lease, DeadLetterKind.FAILED, "no", FAILURE)));
    assertEquals(1, test.run(tx -> tx.zone().findDeadLetter("a")).orElseThrow().item().leases());
    assertEquals(List.of(), parts());
    test.run(tx -> tx.zone().redrive("a"));
    assertEquals(List.of("a"), vested());
  }

  @Test
  void anExtendedItemHasALeaseOfItsOwn() {
    LeaseId lease = held("a", "b");
    test.advance(Duration.ofSeconds(20));
    ExtendResult extended = test.run(tx -> tx.zone().extendLease("a", lease, LEASE));
    assertEquals(lease, assertInstanceOf(ExtendResult.Extended.class, extended).lease().id());
    assertEquals(1, find("a").leases());
    assertEquals(List.of("/", "/0"), parts());
    test.advance(Duration.ofSeconds(20));
    assertEquals(List.of("b"), vested());
    assertEquals(List.of("b"), taken(5).stream().map(each -> each.item().id()).toList());
    assertEquals(ZoneOutcome.DONE, complete("a", lease));
    assertEquals(ZoneOutcome.LEASE_LOST, complete("b", lease));
  }

  @Test
  void itemsOfADeadHolderAreTakenOverAndTheLostAttemptCounts() {
    LeaseId lease = held("a", "b");
    test.advance(OVER);
    List<LeasedItem> again = taken(5);
    assertEquals(2, again.size());
    for (LeasedItem each : again) {
      assertEquals(1, each.item().attempts());
      assertEquals(2, each.item().leases());
      assertEquals(ZoneOutcome.LEASE_LOST, complete(each.item().id(), lease));
    }
    assertEquals(List.of(), parts());
    again.forEach(
        each -> assertEquals(ZoneOutcome.DONE, complete(each.item().id(), each.lease().id())));
  }

  @Test
  void aHolderMayEndAnItemThatNobodyHasTakenOver() {
    LeaseId lease = held("a");
    test.advance(OVER);
    assertEquals(ZoneOutcome.DONE, complete("a", lease));
    assertEquals(List.of(), parts());
  }

  @Test
  void aConsumerWhoseClockIsAheadTakesNothingOver() {
    test.advance(LEASE.multipliedBy(2));
    LeaseId lease = held("a");
    OtherProcess ahead = test.process(Duration.ofHours(1));
    assertEquals(List.of(), ahead.run(tx -> tx.zone().dequeue(together(5))));
    assertEquals(ZoneOutcome.ITEM_LEASED, ahead.run(tx -> tx.zone().retryNow("a")));
    assertEquals(ZoneOutcome.DONE, complete("a", lease));
  }

  @Test
  void nobodyChangesOrLeasesAHeldItem() {
    held("a");
    Optional<Instant> now = Optional.of(test.clock.instant());
    assertEquals(ZoneOutcome.ITEM_LEASED, test.run(tx -> tx.zone().retryNow("a")));
    assertEquals(
        ZoneOutcome.ITEM_LEASED, test.run(tx -> tx.zone().update("a", OptionalInt.of(1), now)));
    assertEquals(
        new LeaseResult.NotAvailable(LeaseResult.Reason.NOT_VESTED),
        test.run(tx -> tx.zone().obtainLease("a", LEASE, "d")));
    test.advance(OVER);
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().retryNow("a")));
    assertEquals(1, find("a").attempts());
    assertEquals(List.of(), parts());
  }

  @Test
  void aPurgeTakesHeldItemsToo() {
    held("a", "b");
    assertEquals(2, test.run(tx -> tx.zone().purge(10)).intValue());
    assertEquals(List.of(), parts());
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
  }

  @Test
  void aDequeueReadsOnBehindHeldItems() {
    for (int i = 0; i < 30; i++) {
      test.run(tx -> tx.zone().enqueue(item("x")));
      test.advance(Duration.ofMillis(1));
    }
    for (int i = 0; i < 6; i++) {
      assertEquals(5, taken(5).size());
    }
    DequeueView view = test.run(tx -> tx.zone().dequeueAndLook(together(5), any -> true));
    assertEquals(List.of(), view.items());
    assertEquals(0, view.refused());
    assertEquals(Optional.of(test.clock.instant().plus(LEASE)), view.earliestUnvested());
  }

  @Test
  void theHeadOfAGroupIsFollowedByTheNext() {
    for (String id : List.of("a", "b")) {
      NewItem item = item("x").withId(id).withGroup("g");
      test.run(tx -> tx.zone().enqueue(item));
    }
    LeaseId lease = taken(5).get(0).lease().id();
    assertEquals(List.of(), taken(5));
    assertEquals(ZoneOutcome.DONE, complete("a", lease));
    assertEquals("b", taken(5).get(0).item().id());
  }

  @Test
  void theStoreHasTheContentFormatFromTheFirstLeaseOn() {
    assertEquals(0, contentFormat());
    held("a");
    assertEquals(1, contentFormat());
  }

  private int contentFormat() {
    return test.run(tx -> tx.zone().settings().thenApply(settings -> tx.store().contentFormat()));
  }

  @Test
  void leasesOfOneItemStayInItsRecordWhereVisitsLeaseEachForItself() {
    held("a");
    test.run(tx -> tx.zone().enqueue(item("x").withId("b")));
    test.run(tx -> tx.zone().dequeue(DequeueRequest.of(5, LEASE, "d")));
    assertEquals(1, parts().size());
    assertEquals(Optional.of("d"), find("b").leasedBy());
    assertTrue(
        test.run(tx -> tx.store().load(QueueSchema.ITEM, Tuple.from("default", "b"))).isPresent());
  }

  @Test
  void aTransactionThatHasLeasedItemsSeesThemHeld() {
    held("first");
    test.run(tx -> tx.zone().enqueue(item("x").withId("a")));
    List<LeasedItem> again =
        test.run(
            tx ->
                tx.zone()
                    .dequeue(together(5))
                    .thenCompose(first -> tx.zone().dequeue(together(5))));
    assertEquals(List.of(), again);
    assertEquals(List.of("/", "/"), parts());
  }

  @Test
  void twoDequeuesInOneTransactionDeleteAnEmptyLeaseOnce() {
    LeaseId lease = held("a", "b");
    try (Open one = test.open();
        Open other = test.open()) {
      join(complete(one.tx().zone(), "a", lease));
      join(complete(other.tx().zone(), "b", lease));
      one.commit();
      other.commit();
    }
    test.run(
        tx -> tx.zone().dequeue(together(1)).thenCompose(none -> tx.zone().dequeue(together(1))));
    assertEquals(List.of(), parts());
  }

  @Test
  void aTransactionThatHasReadAllLeasesCompletesByThem() {
    LeaseId lease = held("a", "b");
    ZoneOutcome outcome =
        test.run(tx -> tx.zone().find("b").thenCompose(found -> complete(tx.zone(), "a", lease)));
    assertEquals(ZoneOutcome.DONE, outcome);
    assertEquals(List.of("b"), heldIds());
    assertEquals(ZoneOutcome.DONE, complete("b", lease));
    assertEquals(List.of(), parts());
  }

  private List<String> heldIds() {
    return test.run(tx -> tx.zone().heldUntil(Instant.EPOCH, Instant.EPOCH.plus(EVER)));
  }

  @Test
  void aLeaseThatCannotBeReadIsNamed() {
    held("a");
    for (String id : List.of("\u0001zz/", "\u0001" + "00".repeat(16) + "/")) {
      QueueBody body =
          QueueBody.newBuilder()
              .setZone("default")
              .setId(id)
              .setBody(
                  dev.tenure.queue.proto.ItemBody.newBuilder()
                      .setPayload(ByteString.copyFromUtf8("\u0007")))
              .build();
      test.run(tx -> tx.zone().settings().thenCompose(any -> tx.store().save(body)));
      QueueException refused = assertThrows(QueueException.class, () -> taken(1));
      assertEquals(QueueException.Code.CORRUPT, refused.code());
      String name = "lease " + id.substring(1) + " of zone default";
      assertTrue(String.valueOf(refused.getMessage()).startsWith(name), refused.toString());
      test.run(
          tx ->
              tx.zone()
                  .settings()
                  .thenCompose(
                      any -> tx.store().delete(QueueSchema.BODY, Tuple.from("default", id))));
    }
  }
}
