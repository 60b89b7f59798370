package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.Open;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Each row and rule of docs/queue-protocol.md. */
class PointerProtocolTest extends PointerTests {
  @Test
  void firstEnqueueMakesThePointer() {
    assertEquals(List.of(), vestedPointers());
    enqueue();
    assertEquals(List.of(ref()), vestedPointers());
  }

  @Test
  void anAbortedEnqueueLeavesNeitherItemNorPointer() {
    assertThrows(
        IllegalStateException.class,
        () ->
            test.run(
                tx ->
                    tx.zone()
                        .enqueue(item("x"))
                        .thenApply(
                            done -> {
                              throw new IllegalStateException("on purpose");
                            })));
    assertEquals(List.of(), vestedPointers());
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
  }

  @Test
  void pointerOfADelayedItemVestsWithIt() {
    test.run(tx -> tx.zone().enqueue(item("x").withDelay(Duration.ofMinutes(1))));
    assertEquals(Optional.of(in(Duration.ofMinutes(1))), peek().earliestUnvested());
    assertEquals(List.of(), vestedPointers());
  }

  @Test
  void earlierItemOfTheCreatingTransactionIsNudged() {
    test.run(
        tx -> tx.zone().enqueueAll(List.of(item("x").withDelay(Duration.ofMinutes(1)), item("y"))));
    assertEquals(1, vestedNudges().size());
  }

  @Test
  void concurrentEnqueuesToAZoneWithAPointerDoNotConflict() {
    enqueue();
    List<Open> open = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Open transaction = test.open();
      join(transaction.tx().zone().enqueue(item("x")));
      open.add(transaction);
    }
    open.forEach(Open::commit);
    assertEquals(11L, test.count(TestCluster.SEND));
  }

  @Test
  void enqueuesDoNotConflictWithAVisit() {
    enqueue();
    try (Open producer = test.open()) {
      join(producer.tx().zone().enqueue(item("y")));
      assertEquals(1, taken(visit(ref(), 8, List.of())).size());
      producer.commit();
    }
    assertEquals(2L, test.count(TestCluster.SEND));
  }

  @Test
  void twoCreationsConflictOnce() {
    try (Open one = test.open();
        Open other = test.open()) {
      join(one.tx().zone().enqueue(item("x")));
      join(other.tx().zone().enqueue(item("y")));
      one.commit();
      FDBException conflict = conflictOf(other);
      assertEquals(1020, conflict.getCode());
    }
    enqueue();
    assertEquals(1, vestedPointers().size());
  }

  private static FDBException conflictOf(Open transaction) {
    Throwable error = assertThrows(RuntimeException.class, transaction::commit);
    assertTrue(FdbErrorPredicates.conflict(error), error.toString());
    return new FDBException("conflict", FdbErrorPredicates.codeOf(error).orElseThrow());
  }

  @Test
  void visitWithMoreItemsLeftRequeuesToNow() {
    for (int i = 0; i < 5; i++) {
      enqueue();
    }
    VisitResult result = visit(ref(), 3, List.of());
    assertEquals(3, taken(result).size());
    assertTrue(((VisitResult.Taken) result).moreVested());
    assertEquals(List.of(ref()), vestedPointers());
    assertEquals(2, taken(visit(ref(), 3, List.of())).size());
    assertEquals(List.of(), vestedPointers());
  }

  @Test
  void requeueToNowGoesBehindTheOtherPointers() {
    test.run(
        tx -> tx.zone("a").enqueue(item("x")).thenCompose(d -> tx.zone("a").enqueue(item("y"))));
    test.advance(Duration.ofMillis(1));
    test.run(tx -> tx.zone("b").enqueue(item("z")));
    test.advance(Duration.ofMillis(1));
    visit(new PointerRef(applicationId(), TestCluster.TENANT, "a", 0), 1, List.of());
    assertEquals(List.of("b", "a"), vestedPointers().stream().map(PointerRef::zone).toList());
  }

  @Test
  void secondVisitFindsThePointerNotVested() {
    enqueue();
    visit(ref(), 8, List.of());
    assertInstanceOf(VisitResult.NotVested.class, visit(ref(), 8, List.of()));
  }

  @Test
  void visitWithoutAPointerIsGone() {
    assertInstanceOf(VisitResult.Gone.class, visit(ref(), 8, List.of()));
  }

  @Test
  void firstSleepIsShortUntilNoProducerCanHaveMissedIt() {
    test.run(tx -> tx.zone().enqueue(item("x")));
    test.run(tx -> tx.zone().enqueue(item("y").withDelay(Duration.ofHours(1))));
    VisitResult first = visit(ref(), 8, List.of());
    assertEquals(in(Duration.ofSeconds(6)), ((VisitResult.Taken) first).next());
    complete(taken(first));
    test.advance(Duration.ofSeconds(6));
    VisitResult second = visit(ref(), 8, List.of());
    Instant vesting = in(Duration.ofHours(1).minus(Duration.ofSeconds(6)));
    assertEquals(new VisitResult.Idle(vesting, true), second);
  }

  @Test
  void visitTooEarlyToConfirmKeepsTheShortSleep() {
    test.run(tx -> tx.zone().enqueue(item("x")));
    test.run(tx -> tx.zone().enqueue(item("y").withDelay(Duration.ofHours(1))));
    complete(taken(visit(ref(), 8, List.of())));
    test.advance(Duration.ofSeconds(4));
    enqueue();
    VisitResult again = visit(ref(), 8, vestedNudges());
    Duration kept = Duration.ofSeconds(leasing() == PointerLeasing.NEVER ? 2 : 6);
    assertEquals(in(kept), ((VisitResult.Taken) again).next());
  }

  @Test
  void enqueueToASleepingZoneLeavesANudge() {
    emptyZoneAsleep();
    enqueue();
    List<TopLevelEntry.Nudge> nudges = vestedNudges();
    assertEquals(List.of(ref()), nudges.stream().map(TopLevelEntry.Nudge::ref).toList());
    assertEquals(1, taken(visit(ref(), 8, nudges)).size());
    assertEquals(List.of(), vestedNudges());
  }

  @Test
  void requeueOfAFailedItemNudgesAtItsNewVesting() {
    enqueue();
    LeasedItem leased = taken(visit(ref(), 8, List.of())).get(0);
    test.run(
        tx ->
            tx.zone()
                .requeue(
                    leased.item().id(),
                    leased.lease().id(),
                    Duration.ofSeconds(2),
                    Optional.empty()));
    assertEquals(Optional.of(in(Duration.ofSeconds(2))), peek().earliestUnvested());
    test.advance(Duration.ofSeconds(2));
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void producerThatMissedTheSleepNudgesAfterItsCommit() {
    enqueue();
    try (Open producer = test.open()) {
      join(producer.tx().zone().enqueue(item("y")));
      // the visit does not see y, and puts the pointer to sleep
      assertEquals(1, taken(visit(ref(), 8, List.of())).size());
      assertEquals(List.of(), vestedNudges());
      producer.commit();
    }
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> vestedNudges().size() == 1);
    assertEquals(1, test.cluster.meters().read().lateNudges());
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void itemCommittedDuringTheVisitThatPutsItsZoneToSleepIsFoundByTheVisitsLastLook() {
    enqueue();
    var visit = new Interleaved(test, ref(), request(8), GRACE);
    assertEquals(1, taken(visit.runUncommitted()).size());
    test.run(tx -> tx.zone().enqueue(item("y")));
    // its producer's own check comes before S
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> test.counted(RecordCounter.TRANSACTIONS_COMMITTED, "wake-check") == 1);
    assertEquals(List.of(), vestedNudges());
    assertFalse(visit.commitConflicts());
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> vestedNudges().size() == 1);
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void itemThatVestsSoonAndWasCommittedDuringTheVisitIsFoundByItsLastLook() {
    enqueue();
    var visit = new Interleaved(test, ref(), request(8), GRACE);
    assertEquals(1, taken(visit.runUncommitted()).size());
    Duration soon = Duration.ofSeconds(1);
    test.run(tx -> tx.zone().enqueue(item("y").withDelay(soon)));
    assertFalse(visit.commitConflicts());
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> peek().earliestUnvested().equals(Optional.of(in(soon))));
    test.advance(soon);
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void resumeDuringTheVisitThatFoundTheZonePausedMakesItLookAgain() {
    enqueue();
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    var visit = new Interleaved(test, ref(), request(8), GRACE);
    assertInstanceOf(VisitResult.Idle.class, visit.runUncommitted());
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(false)));
    assertTrue(visit.commitConflicts());
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void visitToAPausedZoneDoesNotNudgeIt() {
    enqueue();
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    assertInstanceOf(VisitResult.Idle.class, visit(ref(), 8, List.of()));
    assertEquals(1, test.counted(RecordCounter.TRANSACTIONS_COMMITTED, "sleep-check"));
    assertEquals(List.of(), vestedNudges());
  }

  /** Its zone was collected, the number of shards changed, and it has a pointer again. */
  @Test
  void nudgeWhosePointerLiesInAnotherShardIsCleared() {
    enqueue();
    PointerRef before = new PointerRef(applicationId(), TestCluster.TENANT, "default", 1);
    test.run(
        tx -> {
          Nudges nudges = test.cluster.space().nudges();
          nudges.write(tx.context(), before, test.clock.instant(), "gone");
          return CompletableFuture.completedFuture(null);
        });
    List<TopLevelEntry.Nudge> left = vestedNudges(1);
    assertEquals(List.of(before), left.stream().map(TopLevelEntry.Nudge::ref).toList());
    assertInstanceOf(VisitResult.Gone.class, visit(before, 8, left));
    assertEquals(List.of(), vestedNudges(1));
    assertEquals(1, taken(visit(ref(), 8, List.of())).size());
  }

  @Test
  void nudgeWithoutAPointerIsCleared() {
    emptyZoneAsleep();
    enqueue();
    List<TopLevelEntry.Nudge> nudges = vestedNudges();
    complete(taken(visit(ref(), 8, List.of(nudges.get(0)))));
    assertEquals(List.of(), vestedNudges());
    enqueue();
    List<TopLevelEntry.Nudge> left = vestedNudges();
    String id = test.run(tx -> tx.zone().peekIds(first())).get(0).id();
    test.run(tx -> tx.zone().cancel(id));
    test.advance(GRACE.plusSeconds(6));
    assertInstanceOf(VisitResult.Collected.class, visit(ref(), 8, List.of()));
    assertInstanceOf(VisitResult.Gone.class, visit(ref(), 8, left));
    assertEquals(List.of(), vestedNudges());
  }

  private static dev.tenure.queue.zone.PeekRequest first() {
    return dev.tenure.queue.zone.PeekRequest.first(1);
  }

  @Test
  void pointerOfAnEmptyZoneIsCollectedAfterItsGrace() {
    emptyZoneAsleep();
    test.advance(Duration.ofSeconds(6));
    assertInstanceOf(VisitResult.Idle.class, visit(ref(), 8, List.of()));
    test.advance(GRACE.minus(Duration.ofSeconds(6)));
    assertInstanceOf(VisitResult.Collected.class, visit(ref(), 8, List.of()));
    assertEquals(Optional.empty(), peek().earliestUnvested());
    enqueue();
    assertEquals(List.of(ref()), vestedPointers());
  }

  @Test
  void enqueueThatOverlapsACollectionIsRetriedAndMakesAPointer() {
    emptyZoneAsleep();
    test.advance(GRACE.plusSeconds(6));
    try (Open producer = test.open()) {
      join(producer.tx().zone().enqueue(item("late")));
      assertInstanceOf(VisitResult.Collected.class, visit(ref(), 8, List.of()));
      conflictOf(producer);
    }
    enqueue();
    assertEquals(List.of(ref()), vestedPointers());
  }

  @Test
  void collectionThatOverlapsAnEnqueueDoesNotHappen() {
    emptyZoneAsleep();
    test.advance(GRACE.plusSeconds(6));
    var collector = new Interleaved(test, ref(), request(8), GRACE);
    collector.runUncommitted();
    enqueue();
    assertTrue(collector.commitConflicts());
    assertFalse(test.ask(tx -> tx.zone().isEmpty()));
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void pausedZoneIsWokenWhenResumed() {
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    enqueue();
    assertInstanceOf(VisitResult.Idle.class, visit(ref(), 8, List.of()));
    assertEquals(List.of(), vestedPointers());
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(false)));
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void resumeWakesForItemsItDidNotSee() {
    emptyZoneAsleep();
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    try (Open resuming = test.open()) {
      join(resuming.tx().zone().saveSettings(new ZoneSettings(false)));
      enqueue();
      // the visit clears the item's nudge and lets the pointer of the paused zone rest
      assertInstanceOf(VisitResult.Idle.class, visit(ref(), 8, vestedNudges()));
      assertEquals(List.of(), vestedNudges());
      resuming.commit();
    }
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  @Test
  void localItemsLieBesideThePointers() {
    enqueue();
    join(test.cluster.topLevel().runLocal(0, zone -> zone.enqueue(item("reindex"))));
    List<TopLevelEntry> vested = peek().vested();
    assertEquals(2, vested.size());
    TopLevelEntry.Local local = (TopLevelEntry.Local) vested.get(1);
    assertEquals("send", local.type());
  }
}
