package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.EnqueueResult.Status;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code dedupFor}: ids that are remembered once their items are gone. */
final class RememberedIdsTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LEASE = Duration.ofSeconds(30);

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void remember(Duration dedupFor) {
    test.run(tx -> tx.zone().changeSettings(before -> before.withDedupFor(dedupFor)));
  }

  private Status enqueue(String id) {
    return test.run(tx -> tx.zone().enqueue(item("x").withId(id))).status();
  }

  private LeasedItem lease() {
    return test.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "c"))).get(0);
  }

  private void complete() {
    LeasedItem leased = lease();
    assertEquals(
        ZoneOutcome.DONE,
        test.run(tx -> tx.zone().complete(leased.item().id(), leased.lease().id())));
  }

  private long rows(String type) {
    return test.run(
        tx ->
            CompletableFuture.completedFuture(
                    tx.store().typeRange(type, Tuple.from(TenantTransaction.DEFAULT_ZONE)))
                .thenCompose(range -> tx.context().transaction().getRange(range).asList())
                .thenApply(rows -> (long) rows.size()));
  }

  private long read(Function<QueueZone, CompletableFuture<EnqueueResult>> enqueue) {
    long before = test.counted(RecordCounter.READS);
    test.run(tx -> enqueue.apply(tx.zone()));
    return test.counted(RecordCounter.READS) - before;
  }

  @Test
  void withoutTheSettingACompletedIdIsNewAgain() {
    assertEquals(Status.NEW, enqueue("a"));
    complete();
    assertEquals(Status.NEW, enqueue("a"));
    assertEquals(0, rows(QueueSchema.TOMBSTONE));
  }

  @Test
  void aCompletedIdIsRememberedForTheTimeSetAndNotMuchLonger() {
    remember(HOUR);
    assertEquals(Status.NEW, enqueue("a"));
    assertEquals(Status.EXISTING, enqueue("a"));
    complete();
    assertEquals(Status.ALREADY_DONE, enqueue("a"));
    assertEquals(0L, test.count(TestCluster.SEND));
    test.advance(HOUR.minusMillis(1));
    assertEquals(Status.ALREADY_DONE, enqueue("a"));
    test.advance(HOUR.dividedBy(8).plusMillis(1));
    assertEquals(Status.NEW, enqueue("a"));
  }

  @Test
  void existedSaysThatNothingWasAdded() {
    remember(HOUR);
    assertFalse(test.run(tx -> tx.zone().enqueue(item("x").withId("a"))).existed());
    assertTrue(test.run(tx -> tx.zone().enqueue(item("x").withId("a"))).existed());
    complete();
    assertTrue(test.run(tx -> tx.zone().enqueue(item("x").withId("a"))).existed());
  }

  @Test
  void cancelledPurgedAndRemovedIdsAreRememberedToo() {
    remember(HOUR);
    enqueue("cancelled");
    test.run(tx -> tx.zone().cancel("cancelled"));
    enqueue("purged");
    test.run(tx -> tx.zone().purge(10));
    enqueue("dead");
    LeasedItem leased = lease();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    "dead", leased.lease().id(), DeadLetterKind.FAILED, "no", Optional.empty()));
    assertEquals(Status.EXISTING, enqueue("dead"));
    Integer left = test.run(tx -> tx.zone().purge(10));
    assertEquals(0, left);
    assertEquals(Status.ALREADY_DONE, enqueue("cancelled"));
    assertEquals(Status.ALREADY_DONE, enqueue("purged"));
    assertTrue(test.ask(tx -> tx.zone().removeDeadLetter("dead")));
    assertEquals(Status.ALREADY_DONE, enqueue("dead"));
  }

  @Test
  void aRedrivenItemIsRememberedWhenItIsDone() {
    remember(HOUR);
    enqueue("a");
    LeasedItem leased = lease();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    "a", leased.lease().id(), DeadLetterKind.FAILED, "no", Optional.empty()));
    test.run(tx -> tx.zone().redrive("a"));
    complete();
    assertEquals(Status.ALREADY_DONE, enqueue("a"));
  }

  @Test
  void drawnIdsLeaveNothingBehind() {
    remember(HOUR);
    test.run(tx -> tx.zone().enqueue(item("x")));
    complete();
    assertEquals(0, rows(QueueSchema.TOMBSTONE));
    assertEquals(0, rows(QueueSchema.TOMBSTONE_BUCKET));
  }

  @Test
  void theSettingHoldsForItemsEnqueuedFromThenOn() {
    enqueue("before");
    remember(HOUR);
    complete();
    assertEquals(Status.NEW, enqueue("before"));
    remember(Duration.ZERO);
    complete();
    assertEquals(1, rows(QueueSchema.TOMBSTONE));
    assertEquals(Status.NEW, enqueue("before"));
  }

  @Test
  void whatWasRememberedUnderAnotherSettingIsFoundAfterAChange() {
    for (Duration dedupFor :
        List.of(HOUR, Duration.ofDays(30), Duration.ofSeconds(90), Duration.ofHours(7))) {
      remember(dedupFor);
      enqueue("for " + dedupFor);
      complete();
    }
    test.advance(Duration.ofSeconds(89));
    assertEquals(Status.ALREADY_DONE, enqueue("for PT1H"));
    assertEquals(Status.ALREADY_DONE, enqueue("for PT720H"));
    assertEquals(Status.ALREADY_DONE, enqueue("for PT1M30S"));
    assertEquals(Status.ALREADY_DONE, enqueue("for PT7H"));
    test.advance(Duration.ofHours(2));
    assertEquals(Status.NEW, enqueue("for PT1H"));
    assertEquals(Status.ALREADY_DONE, enqueue("for PT720H"));
    assertEquals(Status.NEW, enqueue("for PT1M30S"));
    assertEquals(Status.ALREADY_DONE, enqueue("for PT7H"));
  }

  @Test
  void oneTransactionThatAddsCompletesAndAddsAgainIsToldThatItIsDone() {
    remember(HOUR);
    Status again =
        test.run(
                tx ->
                    tx.zone()
                        .enqueue(item("x").withId("a"))
                        .thenCompose(added -> tx.zone().obtainLease("a", LEASE, "c"))
                        .thenCompose(
                            lease ->
                                tx.zone()
                                    .complete(
                                        "a", ((LeaseResult.Granted) lease).leased().lease().id()))
                        .thenCompose(done -> tx.zone().enqueue(item("x").withId("a"))))
            .status();
    assertEquals(Status.ALREADY_DONE, again);
  }

  @Test
  void completionThatCommitsMeanwhileMakesTheEnqueueLookAgain() {
    remember(HOUR);
    enqueue("a");
    LeasedItem leased = lease();
    try (TestCluster.Open open = test.open()) {
      TestCluster.join(open.tx().zone().enqueue(item("x").withId("a")));
      TestCluster.join(open.tx().zone().enqueue(item("other")));
      test.run(tx -> tx.zone().complete("a", leased.lease().id()));
      assertThrows(RuntimeException.class, open::commit);
    }
    assertEquals(Status.ALREADY_DONE, enqueue("a"));
  }

  @Test
  void completionsOfOneZoneNeverConflictWithOneAnotherNorWithEnqueues() {
    remember(HOUR);
    enqueue("a");
    enqueue("b");
    LeasedItem first = lease();
    LeasedItem second = lease();
    try (TestCluster.Open one = test.open();
        TestCluster.Open other = test.open();
        TestCluster.Open adding = test.open()) {
      TestCluster.join(one.tx().zone().complete(first.item().id(), first.lease().id()));
      TestCluster.join(other.tx().zone().complete(second.item().id(), second.lease().id()));
      TestCluster.join(adding.tx().zone().enqueue(item("x").withId("c")));
      one.commit();
      other.commit();
      adding.commit();
    }
    assertEquals(Status.ALREADY_DONE, enqueue("a"));
    assertEquals(Status.ALREADY_DONE, enqueue("b"));
  }

  @Test
  void bucketsAreFewAndThoseThatAreOverAreDropped() {
    remember(HOUR);
    TreeSet<Long> buckets = new TreeSet<>();
    for (int i = 0; i < 240; i++) {
      enqueue("item " + i);
      complete();
      buckets.add(RememberedFor.of(HOUR).bucket(test.clock.instant()));
      test.advance(Duration.ofMinutes(1));
      assertTrue(rows(QueueSchema.TOMBSTONE_BUCKET) <= 10, "buckets after " + i);
      assertTrue(rows(QueueSchema.TOMBSTONE) <= 70, "tombstones after " + i);
    }
    assertTrue(buckets.size() >= 32, buckets.size() + " buckets");
  }

  @Test
  void aGivenIdReadsItsItemAndTheSettingsAndADrawnOneNothing() {
    NewItem drawn = item("x");
    test.run(tx -> tx.zone().enqueue(drawn));
    long blind = read(zone -> zone.enqueue(drawn));
    assertEquals(blind + 2, read(zone -> zone.enqueue(drawn.withId("a"))));
    remember(HOUR);
    assertEquals(blind, read(zone -> zone.enqueue(drawn)));
  }

  @Test
  void completionReadsNothingMoreToLeaveATombstone() {
    enqueue("plain");
    LeasedItem plain = lease();
    long before = test.counted(RecordCounter.KEYS_READ);
    long scans = test.counted(RecordCounter.RANGE_READS);
    test.run(tx -> tx.zone().complete("plain", plain.lease().id()));
    long keys = test.counted(RecordCounter.KEYS_READ) - before;
    long ranges = test.counted(RecordCounter.RANGE_READS) - scans;
    remember(HOUR);
    enqueue("remembered");
    LeasedItem remembered = lease();
    before = test.counted(RecordCounter.KEYS_READ);
    scans = test.counted(RecordCounter.RANGE_READS);
    test.run(tx -> tx.zone().complete("remembered", remembered.lease().id()));
    assertEquals(keys, test.counted(RecordCounter.KEYS_READ) - before);
    assertEquals(ranges, test.counted(RecordCounter.RANGE_READS) - scans);
    assertEquals(1, rows(QueueSchema.TOMBSTONE));
  }

  @Test
  void aZoneOfTombstonesOnlyIsEmpty() {
    remember(HOUR);
    enqueue("a");
    complete();
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
    assertEquals(0L, test.count(TestCluster.SEND));
  }

  @Test
  void theTimeRememberedHasALimit() {
    ZoneSettings most = ZoneSettings.defaults().withDedupFor(QueueLimits.DEDUP_MAX);
    assertEquals(Duration.ofDays(30), most.dedupFor());
    String refused =
        assertThrows(
                IllegalArgumentException.class,
                () -> most.withDedupFor(QueueLimits.DEDUP_MAX.plusMillis(1)))
            .getMessage();
    assertEquals("dedupFor is PT720H0.001S, it must be PT0S to PT720H", refused);
  }

  @Test
  void pausingKeepsTheTimeRemembered() {
    remember(HOUR);
    test.run(tx -> tx.zone().changeSettings(before -> before.withPaused(true)));
    assertEquals(new ZoneSettings(true, HOUR), test.run(tx -> tx.zone().settings()));
  }
}
