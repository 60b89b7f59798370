package dev.tenure.consumer.inflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.queue.Lease;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way of an item through a consumer: each transition is made by one caller. */
final class InFlightItemTest {
  private static final Duration LEASE = Duration.ofSeconds(8);

  private final Fleet fleet = Fleet.start();
  private Fleet.Site process;
  private InFlightItem inFlight;
  private Instant leasedAt;

  @BeforeEach
  void hold() {
    process = fleet.process("one").withTenant(Fleet.AHAB);
    process.send(Fleet.AHAB, "letter");
    leasedAt = fleet.time.instant();
    LeasedItem leased =
        process.run(Fleet.AHAB, tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "c"))).get(0);
    inFlight =
        new InFlightItem(
            new ItemLocation.OfTenant(process.cluster(), Fleet.AHAB, "default"), leased, leasedAt);
  }

  @AfterEach
  void close() {
    fleet.close();
  }

  /** Seed 1013712 of the deployments: the clock was put back while a lease was extended. */
  @Test
  void leaseOfAnEarlierClockLastsNoLongerThanOneGrantedNow() {
    Lease lease = inFlight.lease();
    inFlight.endsNoLaterThanGranted(leasedAt);
    assertEquals(lease, inFlight.lease());
    Instant now = leasedAt.minus(Duration.ofHours(1));
    inFlight.endsNoLaterThanGranted(now);
    assertEquals(new Lease(lease.id(), now.plus(LEASE), LEASE, lease.version()), inFlight.lease());
  }

  /** Seed 201593 of the queues: the consumer was told twice that it had ended one item. */
  @Test
  void anItemThatIsLeasedAgainSupersedesTheEarlierLease() {
    InFlightRegistry registry = new InFlightRegistry();
    registry.add(inFlight);
    InFlightItem again = leasedAgain();
    registry.add(again);
    assertTrue(inFlight.superseded());
    assertFalse(again.superseded());

    registry.remove(inFlight);
    registry.add(leasedAgain());
    assertTrue(again.superseded(), "the end of the earlier lease forgets nothing of the later");
  }

  private InFlightItem leasedAgain() {
    fleet.time.pass(LEASE.multipliedBy(2));
    LeasedItem leased =
        process.run(Fleet.AHAB, tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "c"))).get(0);
    return new InFlightItem(inFlight.home(), leased, leasedAt);
  }

  @Test
  void oneCallerBeginsIt() {
    assertTrue(inFlight.begin(leasedAt));
    assertFalse(inFlight.begin(leasedAt.plusSeconds(1)));
    assertEquals(leasedAt, inFlight.startedAt());
  }

  @Test
  void oneCallerEndsIt() {
    assertFalse(inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING));
    assertTrue(inFlight.begin(leasedAt));
    assertTrue(inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING));
    assertFalse(inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING));
    assertFalse(inFlight.begin(leasedAt));
  }

  @Test
  void itsPlaceIsGivenUpOnce() {
    assertFalse(inFlight.leaveSlot());
    assertTrue(inFlight.begin(leasedAt));
    assertTrue(inFlight.leaveSlot());
    assertFalse(inFlight.leaveSlot());
  }

  @Test
  void anItemWhoseEndIsUnderWayIsNotLost() {
    assertTrue(inFlight.begin(leasedAt));
    assertTrue(inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING));
    assertEquals(InFlightItem.ItemPhase.ENDING, inFlight.lose());
    assertEquals(InFlightItem.ItemPhase.ENDING, inFlight.phase());
  }

  @Test
  void anItemThatRunsIsLostOnce() {
    assertTrue(inFlight.begin(leasedAt));
    assertEquals(InFlightItem.ItemPhase.RUNNING, inFlight.lose());
    assertEquals(InFlightItem.ItemPhase.ENDED, inFlight.lose());
  }

  @Test
  void theExtensionOfARunningItemIsDueAtHalfItsLease() {
    Instant half = leasedAt.plusSeconds(4);
    assertFalse(inFlight.isExtensionDue(half));
    assertTrue(inFlight.begin(leasedAt));
    assertFalse(inFlight.isExtensionDue(half.minusMillis(1)));
    assertTrue(inFlight.isExtensionDue(half));
    inFlight.committing(true);
    assertEquals(leasedAt.plusSeconds(7), inFlight.extensionDue());
    assertTrue(inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING));
    assertTrue(inFlight.isExtensionDue(leasedAt.plusSeconds(7)));
    inFlight.ended();
    assertFalse(inFlight.isExtensionDue(leasedAt.plusSeconds(7)));
  }

  @Test
  void anItemThatWaitsIsLostToo() {
    assertEquals(InFlightItem.ItemPhase.WAITING, inFlight.lose());
    assertEquals(InFlightItem.ItemPhase.ENDED, inFlight.phase());
    assertFalse(inFlight.begin(leasedAt));
  }

  @Test
  void aCallBecomesThePresentOneWhileTheItemRuns() {
    RunningHandler first = new NoHandler();
    RunningHandler second = new NoHandler();
    assertFalse(inFlight.attach(first));
    assertNull(inFlight.handler());
    assertTrue(inFlight.begin(leasedAt));
    assertTrue(inFlight.attach(first));
    assertTrue(inFlight.attach(second));
    assertSame(second, inFlight.handler());
    assertTrue(inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING));
    assertFalse(inFlight.attach(first));
    assertSame(second, inFlight.handler());
  }

  private static final class NoHandler implements RunningHandler {
    @Override
    public void cancel() {}

    @Override
    public void abandon() {}

    @Override
    public boolean whenQuiet(Runnable action) {
      action.run();
      return true;
    }
  }

  @Test
  void anExtensionMovesTheNextOne() {
    Lease before = inFlight.lease();
    Lease longer = new Lease(before.id(), leasedAt.plusSeconds(20), LEASE, before.version() + 1);
    inFlight.extended(longer);
    assertEquals(longer, inFlight.lease());
    assertEquals(leasedAt.plusSeconds(16), inFlight.extensionDue());
    inFlight.committing(true);
    inFlight.committing(false);
    assertEquals(leasedAt.plusSeconds(16), inFlight.extensionDue());
  }

  @Test
  void oneThingIsToBeDoneByItsKeeper() {
    Scheduler scheduler = new Scheduler(fleet.time, fleet.time, fleet.time);
    List<String> done = new ArrayList<>();
    inFlight.keepBy(scheduler.after(Duration.ofSeconds(1), () -> done.add("first")));
    inFlight.keepBy(scheduler.after(Duration.ofSeconds(2), () -> done.add("second")));
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(List.of("second"), done);
    inFlight.keepBy(scheduler.after(Duration.ofSeconds(1), () -> done.add("third")));
    inFlight.ended();
    inFlight.keepBy(scheduler.after(Duration.ofSeconds(1), () -> done.add("fourth")));
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(List.of("second"), done);
  }

  @Test
  void itSaysWhatItIs() {
    assertEquals(leasedAt, inFlight.vested());
    assertEquals(Instant.MAX, inFlight.startedAt());
    assertEquals(inFlight.lease().id(), inFlight.leaseId());
    assertEquals(Fleet.AHAB, inFlight.tenant());
    assertEquals(
        "item " + inFlight.item().id() + " of mail/ahab/default on a", inFlight.toString());
  }
}
