package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.database.RecordDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The protocol, and what becomes of leases on pointers, with a transaction for each lease. */
@Tag("late")
final class PointerLeasingTest extends PointerProtocolTest {
  private final LeaseId lease = LeaseId.random(new Random(1));

  @Override
  PointerLeasing leasing() {
    return PointerLeasing.ALWAYS;
  }

  private <T> T visiting(
      List<TopLevelEntry.Nudge> nudges, Function<PointerVisit, CompletableFuture<T>> step) {
    return visiting(test.database, nudges, step);
  }

  private <T> T visiting(
      RecordDatabase database,
      List<TopLevelEntry.Nudge> nudges,
      Function<PointerVisit, CompletableFuture<T>> step) {
    VisitSetup setup = Interleaved.setup(test, Duration.ofSeconds(30));
    return join(
        database.run(
            context -> step.apply(new PointerVisit(setup, context, ref(), nudges, request(8)))));
  }

  @Test
  void leasedPointerIsNotVestedForOthers() {
    enqueue();
    assertEquals(Optional.empty(), visiting(List.of(), visit -> visit.lease(lease)).ended());
    assertEquals(new VisitResult.NotVested(in(Duration.ofSeconds(1))), visit(ref(), 8, List.of()));
    VisitResult result = visiting(List.of(), visit -> visit.runLeased(lease, in(Duration.ZERO)));
    assertEquals(1, taken(result).size());
  }

  @Test
  void pointerOfAHolderThatDiedIsTakenOverAfterASecond() {
    emptyZoneAsleep();
    enqueue();
    List<TopLevelEntry.Nudge> nudges = vestedNudges();
    assertEquals(Optional.empty(), visiting(nudges, visit -> visit.lease(lease)).ended());
    assertEquals(List.of(), vestedNudges());
    test.advance(Duration.ofSeconds(1));
    assertEquals(1, taken(visit(ref(), 8, List.of())).size());
  }

  @Test
  void holderWhosePointerWasTakenOverChangesNothing() {
    enqueue();
    visiting(List.of(), visit -> visit.lease(lease));
    test.advance(Duration.ofSeconds(1));
    assertEquals(1, taken(visit(ref(), 8, List.of())).size());
    test.run(tx -> tx.zone().enqueue(item("y")));
    VisitResult late = visiting(List.of(), visit -> visit.runLeased(lease, in(Duration.ZERO)));
    assertInstanceOf(VisitResult.Conflict.class, late);
    assertEquals(1, taken(visit(ref(), 8, vestedNudges())).size());
  }

  /** Seed 701848 of the simulated zone: its item waited for the end of a lease that nobody had. */
  @Test
  void visitThatConflictsTooOftenGivesThePointerBack() {
    emptyZoneAsleep();
    enqueue();
    AtomicInteger commits = new AtomicInteger();
    test.plant(
        request -> {
          int commit = commits.incrementAndGet();
          return commit >= 2 && commit <= 4 ? CommitFault.NOT_COMMITTED : CommitFault.NONE;
        });
    assertInstanceOf(VisitResult.Conflict.class, visit(ref(), 8, vestedNudges()));
    assertEquals(List.of(), vestedNudges());
    assertEquals(1, taken(visit(ref(), 8, List.of())).size());
  }

  private CompletableFuture<PointerVisit.Leased> exclusively(PointerVisit visit) {
    return visit.leaseExternal(lease, Duration.ofSeconds(30), true);
  }

  @Test
  void exclusiveLeaseEndsByTimeAndByVersion() {
    enqueue();
    RecordDatabase ahead = test.process(Duration.ofMinutes(1)).database();
    assertEquals(Optional.empty(), visiting(List.of(), this::exclusively).ended());
    assertEquals(
        Optional.of(new VisitResult.NotVested(in(Duration.ofSeconds(30)))),
        visiting(List.of(), this::exclusively).ended());
    test.advance(Duration.ofSeconds(29));
    assertInstanceOf(
        VisitResult.NotVested.class,
        visiting(ahead, List.of(), this::exclusively).ended().orElseThrow(),
        "its clock is ahead");
    test.advance(Duration.ofSeconds(1));
    assertEquals(Optional.empty(), visiting(ahead, List.of(), this::exclusively).ended());
  }

  @Test
  void extensionOfAnExclusiveLeaseExtendsItByVersion() {
    enqueue();
    RecordDatabase ahead = test.process(Duration.ofMinutes(2)).database();
    visiting(List.of(), this::exclusively);
    test.advance(Duration.ofSeconds(20));
    boolean held = visiting(List.of(), visit -> visit.extendLease(lease, Duration.ofSeconds(30)));
    assertTrue(held);
    test.advance(Duration.ofSeconds(20));
    assertTrue(visiting(ahead, List.of(), this::exclusively).ended().isPresent());
  }

  @Test
  void strandedPointerVestsWhenItsLeaseIsOverByVersion() {
    enqueue();
    RecordDatabase ahead = test.process(Duration.ofHours(1)).database();
    visiting(ahead, List.of(), visit -> visit.lease(lease));
    assertEquals(ZoneOutcome.ITEM_LEASED, visiting(List.of(), PointerVisit::freeStranded));
    test.advance(Duration.ofSeconds(1));
    assertInstanceOf(VisitResult.NotVested.class, visit(ref(), 8, List.of()));
    assertEquals(ZoneOutcome.DONE, visiting(List.of(), PointerVisit::freeStranded));
    assertEquals(ZoneOutcome.LEASE_LOST, visiting(List.of(), PointerVisit::freeStranded));
    assertEquals(1, taken(visit(ref(), 8, List.of())).size());
  }

  @Test
  void pointerThatWasLeasedLongAgoByARightClockIsNotStranded() {
    enqueue();
    visiting(List.of(), visit -> visit.lease(lease));
    test.advance(Duration.ofMinutes(1));
    assertEquals(ZoneOutcome.LEASE_LOST, visiting(List.of(), PointerVisit::freeStranded));
  }

  @Test
  void collectedPointerIsAConflictForItsHolder() {
    VisitResult result = visiting(List.of(), visit -> visit.runLeased(lease, in(Duration.ZERO)));
    assertInstanceOf(VisitResult.Conflict.class, result);
    assertInstanceOf(
        VisitResult.Gone.class,
        visiting(List.of(), visit -> visit.lease(lease)).ended().orElseThrow());
  }

  @Test
  void leasingBeginsAboveFiveCollisionsInAHundredAndEndsBelowTwo() {
    CollisionRate rate = new CollisionRate(PointerLeasing.ADAPTIVE);
    window(rate, 10);
    assertFalse(rate.leaseFirst());
    window(rate, 11);
    assertTrue(rate.leaseFirst());
    window(rate, 5);
    assertTrue(rate.leaseFirst());
    window(rate, 4);
    assertFalse(rate.leaseFirst());
  }

  private static void window(CollisionRate rate, int collisions) {
    for (int i = 0; i < 200; i++) {
      rate.visited(i < collisions);
    }
  }

  @Test
  void fixedLeasingDoesNotChange() {
    CollisionRate never = new CollisionRate(PointerLeasing.NEVER);
    window(never, 200);
    assertFalse(never.leaseFirst());
    assertTrue(new CollisionRate(PointerLeasing.ALWAYS).leaseFirst());
  }
}
