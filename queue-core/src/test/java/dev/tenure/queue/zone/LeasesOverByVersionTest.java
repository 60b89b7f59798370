package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases are disjoint by version, whatever the clocks of consumers and operators say. */
final class LeasesOverByVersionTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration MILLI = Duration.ofMillis(1);

  /** By so much the engine lets read versions lag behind its clock, or a little less. */
  private static final Duration LAG = Duration.ofMillis(20);

  private static final Duration OVER = LEASE.plus(LAG);

  private TestCluster test;
  private TestCluster.OtherProcess fast;
  private TestCluster.OtherProcess slow;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    fast = test.process(Duration.ofMinutes(1));
    slow = test.process(Duration.ofMinutes(-1));
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private LeaseId leased(String id) {
    test.run(tx -> tx.zone().enqueue(item("x").withId(id)));
    return obtain(test.run(tx -> tx.zone().obtainLease(id, LEASE, "holder"))).lease().id();
  }

  private static LeasedItem obtain(LeaseResult result) {
    return assertInstanceOf(LeaseResult.Granted.class, result).leased();
  }

  private WorkItem find(String id) {
    return test.run(tx -> tx.zone().find(id)).orElseThrow();
  }

  @Test
  void anOperatorWhoseClockIsAheadMakesNoLeasedItemDue() {
    LeaseId held = leased("a");
    WorkItem before = find("a");
    assertEquals(ZoneOutcome.ITEM_LEASED, fast.run(tx -> tx.zone().retryNow("a")));
    test.advance(LEASE.minus(MILLI));
    assertEquals(ZoneOutcome.ITEM_LEASED, fast.run(tx -> tx.zone().retryNow("a")));
    assertEquals(before, find("a"));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().complete("a", held)));
  }

  @Test
  void anOperatorWhoseClockIsAheadChangesNoLeasedItem() {
    leased("a");
    WorkItem before = find("a");
    Instant later = test.clock.instant().plus(Duration.ofHours(1));
    assertEquals(
        ZoneOutcome.ITEM_LEASED,
        fast.run(tx -> tx.zone().update("a", OptionalInt.empty(), Optional.of(later))));
    assertEquals(
        ZoneOutcome.ITEM_LEASED,
        fast.run(tx -> tx.zone().update("a", OptionalInt.of(0), Optional.empty())));
    assertEquals(before, find("a"));
  }

  @Test
  void aLeaseThatIsOverByVersionIsTakenAway() {
    LeaseId held = leased("a");
    test.advance(OVER);
    assertEquals(ZoneOutcome.DONE, fast.run(tx -> tx.zone().retryNow("a")));
    assertTrue(find("a").lease().isEmpty());
    assertEquals(1, find("a").attempts());
    assertEquals(ZoneOutcome.LEASE_LOST, test.run(tx -> tx.zone().complete("a", held)));
  }

  @Test
  void anOperatorWhoseClockIsBehindWaitsForTheEndOfTheLeaseByThatClock() {
    leased("a");
    test.advance(LEASE);
    assertEquals(ZoneOutcome.ITEM_LEASED, slow.run(tx -> tx.zone().retryNow("a")));
    test.advance(Duration.ofMinutes(1).minus(MILLI));
    assertEquals(ZoneOutcome.ITEM_LEASED, slow.run(tx -> tx.zone().retryNow("a")));
    test.advance(MILLI);
    assertEquals(ZoneOutcome.DONE, slow.run(tx -> tx.zone().retryNow("a")));
  }

  @Test
  void anItemIsItsHoldersUntilTheLastMilliOfTheLease() {
    LeaseId held = leased("a");
    test.advance(LEASE.minus(MILLI));
    assertEquals(ZoneOutcome.ITEM_LEASED, test.run(tx -> tx.zone().retryNow("a")));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().complete("a", held)));
  }

  @Test
  void twoItemsOfAGroupNeverRunAtATimeWhateverAnOperatorsClockSays() {
    test.run(tx -> tx.zone().enqueue(item("x").withId("a").withGroup("g")));
    test.run(tx -> tx.zone().enqueue(item("y").withId("b").withGroup("g")));
    obtain(test.run(tx -> tx.zone().obtainLease("a", LEASE, "holder")));
    fast.run(tx -> tx.zone().retryNow("a"));
    DequeueRequest all = DequeueRequest.of(10, LEASE, "other");
    assertEquals(List.of(), fast.run(tx -> tx.zone().dequeue(all)));
    assertEquals(List.of(), test.run(tx -> tx.zone().dequeue(all)));
  }

  @Test
  void aConsumerWhoseClockIsAheadTakesNothingBeforeTheEndByVersion() {
    leased("a");
    DequeueRequest one = DequeueRequest.of(1, LEASE, "other");
    test.advance(LEASE.minus(MILLI));
    assertEquals(List.of(), fast.run(tx -> tx.zone().dequeue(one)));
    assertEquals(
        new LeaseResult.NotAvailable(LeaseResult.Reason.NOT_VESTED),
        fast.run(tx -> tx.zone().obtainLease("a", LEASE, "other")));
    test.advance(LAG);
    assertEquals(1, fast.run(tx -> tx.zone().dequeue(one)).size());
  }

  @Test
  void anExtensionRaisesTheVersionOfTheLease() {
    LeaseId held = leased("a");
    long granted = find("a").lease().orElseThrow().version();
    Duration passed = Duration.ofSeconds(22);
    test.advance(passed);
    Lease extended =
        assertInstanceOf(
                ExtendResult.Extended.class,
                test.run(tx -> tx.zone().extendLease("a", held, LEASE)))
            .lease();
    assertTrue(extended.version() >= granted + passed.toMillis() * 1_000, extended::toString);
    assertEquals(Optional.of(extended), find("a").lease());
    test.advance(LEASE.minusSeconds(8));
    assertEquals(
        new LeaseResult.NotAvailable(LeaseResult.Reason.NOT_VESTED),
        fast.run(tx -> tx.zone().obtainLease("a", LEASE, "other")));
    assertEquals(ZoneOutcome.ITEM_LEASED, fast.run(tx -> tx.zone().retryNow("a")));
    test.advance(Duration.ofSeconds(8).plus(LAG));
    obtain(fast.run(tx -> tx.zone().obtainLease("a", LEASE, "other")));
  }

  @Test
  void aDelayedItemWithoutALeaseIsMadeDueWhateverTheVersion() {
    test.run(tx -> tx.zone().enqueue(item("x").withId("a").withDelay(Duration.ofHours(1))));
    assertEquals(ZoneOutcome.DONE, slow.run(tx -> tx.zone().retryNow("a")));
    assertEquals(0, find("a").attempts());
  }

  @Test
  void anOperatorIsToldWhenALeaseIsOverByTimeAndByVersion() {
    assertEquals(Optional.empty(), test.run(tx -> tx.zone().leasedUntil("nobody")));
    test.run(tx -> tx.zone().enqueue(item("y").withId("free")));
    assertEquals(Optional.empty(), test.run(tx -> tx.zone().leasedUntil("free")));
    leased("a");
    Instant end = test.clock.instant().plus(LEASE);
    assertEquals(Optional.of(end), test.run(tx -> tx.zone().leasedUntil("a")));
    test.advance(Duration.ofSeconds(10));
    Instant byVersion = test.clock.instant().plusSeconds(60 + 20);
    Instant told = fast.run(tx -> tx.zone().leasedUntil("a")).orElseThrow();
    assertTrue(
        !told.isAfter(byVersion.plusMillis(1)) && told.isAfter(byVersion.minusMillis(5)),
        told + " is not " + byVersion);
    test.advance(LEASE);
    assertEquals(Optional.empty(), test.run(tx -> tx.zone().leasedUntil("a")));
  }

  @Test
  void takingAwayAnOverdueLeaseAndItsExtensionAtATimeConflict() {
    LeaseId held = leased("a");
    test.advance(OVER);
    try (TestCluster.Open extending = test.open();
        TestCluster.Open operator = test.open()) {
      join(extending.tx().zone().extendLease("a", held, LEASE));
      assertEquals(ZoneOutcome.DONE, join(operator.tx().zone().retryNow("a")));
      extending.commit();
      assertThrows(RuntimeException.class, operator::commit);
    }
    assertEquals(ZoneOutcome.ITEM_LEASED, test.run(tx -> tx.zone().retryNow("a")));
  }
}
