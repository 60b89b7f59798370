package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way of an item through a consumer: each transition is made by one caller. */
final class HeldTest {
  private static final Duration LEASE = Duration.ofSeconds(8);

  private final Fleet fleet = Fleet.start();
  private Held held;
  private Instant leasedAt;

  @BeforeEach
  void hold() {
    Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
    process.send(Fleet.AHAB, "letter");
    leasedAt = fleet.time.instant();
    LeasedItem leased =
        process.run(Fleet.AHAB, tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "c"))).get(0);
    held = new Held(new Home.OfTenant(process.cluster(), Fleet.AHAB, "default"), leased, leasedAt);
  }

  @AfterEach
  void close() {
    fleet.close();
  }

  @Test
  void oneCallerBeginsIt() {
    assertTrue(held.begin(leasedAt));
    assertFalse(held.begin(leasedAt.plusSeconds(1)));
    assertEquals(leasedAt, held.startedAt());
  }

  @Test
  void oneCallerEndsIt() {
    assertFalse(held.beginEnding(Held.Phase.RUNNING));
    assertTrue(held.begin(leasedAt));
    assertTrue(held.beginEnding(Held.Phase.RUNNING));
    assertFalse(held.beginEnding(Held.Phase.RUNNING));
    assertFalse(held.begin(leasedAt));
  }

  @Test
  void itsPlaceIsGivenUpOnce() {
    assertFalse(held.leaveSlot());
    assertTrue(held.begin(leasedAt));
    assertTrue(held.leaveSlot());
    assertFalse(held.leaveSlot());
  }

  @Test
  void anItemWhoseEndIsUnderWayIsNotLost() {
    assertTrue(held.begin(leasedAt));
    assertTrue(held.beginEnding(Held.Phase.RUNNING));
    assertEquals(Held.Phase.ENDING, held.lose());
    assertEquals(Held.Phase.ENDING, held.phase());
  }

  @Test
  void anItemThatRunsIsLostOnce() {
    assertTrue(held.begin(leasedAt));
    assertEquals(Held.Phase.RUNNING, held.lose());
    assertEquals(Held.Phase.ENDED, held.lose());
  }

  @Test
  void theExtensionOfARunningItemIsDueAtHalfItsLease() {
    Instant half = leasedAt.plusSeconds(4);
    assertFalse(held.isExtensionDue(half));
    assertTrue(held.begin(leasedAt));
    assertFalse(held.isExtensionDue(half.minusMillis(1)));
    assertTrue(held.isExtensionDue(half));
    held.committing(true);
    assertEquals(leasedAt.plusSeconds(7), held.extensionDue());
    assertTrue(held.beginEnding(Held.Phase.RUNNING));
    assertTrue(held.isExtensionDue(leasedAt.plusSeconds(7)));
    held.ended();
    assertFalse(held.isExtensionDue(leasedAt.plusSeconds(7)));
  }
}
