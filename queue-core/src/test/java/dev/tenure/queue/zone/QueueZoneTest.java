package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The operations of the paper's section 5, each in its own transaction unless it says otherwise.
 */
@Tag("late")
final class QueueZoneTest {
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

  private String enqueue(NewItem item) {
    return test.run(tx -> tx.zone().enqueue(item)).id();
  }

  private List<LeasedItem> dequeue(int max) {
    return test.run(tx -> tx.zone().dequeue(DequeueRequest.of(max, LEASE, "consumer")));
  }

  private LeasedItem dequeueOne() {
    List<LeasedItem> items = dequeue(10);
    assertEquals(1, items.size());
    return items.get(0);
  }

  private List<String> peeked() {
    return test.run(tx -> tx.zone().peekIds(PeekRequest.first(100))).stream()
        .map(IndexedItem::id)
        .toList();
  }

  private Optional<WorkItem> find(String id) {
    return test.run(tx -> tx.zone().find(id));
  }

  @Test
  void peekGivesPriorityThenVestingOrder() {
    enqueue(item("a").withId("late-urgent").withPriority(1));
    test.advance(Duration.ofSeconds(1));
    enqueue(item("b").withId("normal-1"));
    test.advance(Duration.ofSeconds(1));
    enqueue(item("c").withId("normal-2"));
    enqueue(item("d").withId("lazy").withPriority(15));
    enqueue(item("e").withId("first-urgent").withPriority(0));
    assertEquals(List.of("first-urgent", "late-urgent", "normal-1", "normal-2", "lazy"), peeked());
  }

  @Test
  void peekSkipsUnvestedItemsOfEachPriority() {
    for (int priority = 0; priority <= 15; priority++) {
      enqueue(item("x").withId("now-" + priority).withPriority(priority));
      enqueue(
          item("x")
              .withId("later-" + priority)
              .withPriority(priority)
              .withDelay(Duration.ofHours(1)));
    }
    assertEquals(16, peeked().size());
    assertTrue(peeked().stream().allMatch(id -> id.startsWith("now-")));
  }

  @Test
  void peekHonoursItsBoundAndItsFilter() {
    for (int i = 0; i < 20; i++) {
      enqueue(i % 2 == 0 ? item("x") : NewItem.of(TestCluster.PRINT, "y"));
    }
    List<WorkItem> found =
        test.run(tx -> tx.zone().peek(PeekRequest.first(7).where(equal(field("type"), "print"))));
    assertEquals(7, found.size());
    assertTrue(found.stream().allMatch(item -> item.type().equals("print")));
    assertTrue(found.stream().allMatch(item -> item.body().isPresent()));
  }

  @Test
  void delayedItemVestsWhenItsTimeComes() {
    String id = enqueue(item("x").withDelay(Duration.ofSeconds(10)));
    assertEquals(List.of(), peeked());
    test.advance(Duration.ofMillis(9_999));
    assertEquals(List.of(), peeked());
    test.advance(Duration.ofMillis(1));
    assertEquals(List.of(id), peeked());
  }

  @Test
  void sameIdTwiceIsOneItem() {
    assertFalse(test.run(tx -> tx.zone().enqueue(item("x").withId("once"))).existed());
    assertTrue(test.run(tx -> tx.zone().enqueue(item("y").withId("once"))).existed());
    assertEquals(1L, test.count(TestCluster.SEND));
    byte[] payload = find("once").orElseThrow().body().orElseThrow().payload();
    assertEquals("x", new String(payload, StandardCharsets.UTF_8));
  }

  @Test
  void sameIdTwiceInOneTransactionIsOneItem() {
    List<EnqueueResult> results =
        test.run(
            tx -> tx.zone().enqueueAll(List.of(item("x").withId("one"), item("y").withId("one"))));
    assertEquals(List.of(false, true), results.stream().map(EnqueueResult::existed).toList());
    assertEquals(1L, test.count(TestCluster.SEND));
  }

  @Test
  void leaseHidesTheItemUntilItExpires() {
    String id = enqueue(item("x"));
    LeasedItem leased = dequeueOne();
    assertEquals(id, leased.item().id());
    assertEquals(List.of(), dequeue(10));
    test.advance(LEASE);
    LeasedItem again = dequeueOne();
    assertNotEquals(leased.lease().id(), again.lease().id());
    assertEquals(2, again.item().leases());
    assertEquals(1, again.item().attempts());
    assertEquals(0, again.item().errors());
    assertEquals(1, again.item().vanished());
  }

  @Test
  void dequeueStopsAtItsBytes() {
    for (int i = 0; i < 5; i++) {
      enqueue(item("x".repeat(1_000)));
    }
    List<LeasedItem> taken =
        test.run(
            tx -> tx.zone().dequeue(DequeueRequest.of(10, LEASE, "consumer").withBytesMax(2_500)));
    assertEquals(2, taken.size());
    assertEquals(1_000, taken.get(0).item().body().orElseThrow().payload().length);
  }

  @Test
  void dequeueOfAnItemLargerThanItsBytesTakesOne() {
    enqueue(item("x".repeat(5_000)));
    enqueue(item("x".repeat(5_000)));
    List<LeasedItem> taken =
        test.run(tx -> tx.zone().dequeue(DequeueRequest.of(10, LEASE, "consumer").withBytesMax(1)));
    assertEquals(1, taken.size());
  }

  @Test
  void completeNeedsTheCurrentLease() {
    String id = enqueue(item("x"));
    LeaseId stale = dequeueOne().lease().id();
    test.advance(LEASE);
    LeaseId current = dequeueOne().lease().id();
    assertEquals(ZoneOutcome.LEASE_LOST, test.run(tx -> tx.zone().complete(id, stale)));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().complete(id, current)));
    assertEquals(ZoneOutcome.ITEM_GONE, test.run(tx -> tx.zone().complete(id, current)));
    assertEquals(Map.of(), test.run(tx -> tx.zone().countByType()));
  }

  @Test
  void cancelRemovesALeasedItem() {
    String id = enqueue(item("x"));
    LeasedItem leased = dequeueOne();
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel(id)));
    assertEquals(
        ZoneOutcome.ITEM_GONE, test.run(tx -> tx.zone().complete(id, leased.lease().id())));
  }

  @Test
  void expiredLeaseThatNobodyTookCanBeExtended() {
    LeasedItem leased = dequeueAfterEnqueue();
    test.advance(LEASE.multipliedBy(2));
    ExtendResult result = extend(leased);
    assertInstanceOf(ExtendResult.Extended.class, result);
    assertEquals(List.of(), dequeue(1));
  }

  @Test
  void leaseThatSomebodyTookOverCannotBeExtended() {
    LeasedItem leased = dequeueAfterEnqueue();
    test.advance(LEASE);
    dequeueOne();
    assertEquals(new ExtendResult.NotExtended(ZoneOutcome.LEASE_LOST), extend(leased));
  }

  @Test
  void leaseOfACompletedItemCannotBeExtended() {
    LeasedItem leased = dequeueAfterEnqueue();
    test.run(tx -> tx.zone().complete(leased.item().id(), leased.lease().id()));
    assertEquals(new ExtendResult.NotExtended(ZoneOutcome.ITEM_GONE), extend(leased));
  }

  private LeasedItem dequeueAfterEnqueue() {
    enqueue(item("x"));
    return dequeueOne();
  }

  private ExtendResult extend(LeasedItem leased) {
    return test.run(tx -> tx.zone().extendLease(leased.item().id(), leased.lease().id(), LEASE));
  }

  @Test
  void obtainLeaseTellsWhyItCannot() {
    String id = enqueue(item("x"));
    assertInstanceOf(
        LeaseResult.Granted.class, test.run(tx -> tx.zone().obtainLease(id, LEASE, "c")));
    assertEquals(
        new LeaseResult.NotAvailable(LeaseResult.Reason.NOT_VESTED),
        test.run(tx -> tx.zone().obtainLease(id, LEASE, "c")));
    assertEquals(
        new LeaseResult.NotAvailable(LeaseResult.Reason.ITEM_GONE),
        test.run(tx -> tx.zone().obtainLease("nobody", LEASE, "c")));
  }

  @Test
  void requeueWithAFailureCountsItAndKeepsTheLastTen() {
    String id = enqueue(item("x"));
    for (int attempt = 1; attempt <= 12; attempt++) {
      LeasedItem leased = dequeueOne();
      Optional<Failure> failure = Optional.of(new Failure("error " + attempt, "consumer"));
      test.run(tx -> tx.zone().requeue(id, leased.lease().id(), Duration.ofSeconds(1), failure));
      assertEquals(List.of(), peeked());
      test.advance(Duration.ofSeconds(1));
    }
    assertEquals(12, find(id).orElseThrow().errors());
    List<FailedAttempt> failures = test.run(tx -> tx.zone().failures(id));
    assertEquals(10, failures.size());
    assertEquals("error 3", failures.get(0).error());
    assertEquals("error 12", failures.get(9).error());
    assertEquals(12, failures.get(9).attempt());
  }

  @Test
  void requeueWithoutAFailureReleases() {
    String id = enqueue(item("x"));
    LeasedItem leased = dequeueOne();
    test.run(tx -> tx.zone().requeue(id, leased.lease().id(), Duration.ZERO, Optional.empty()));
    assertEquals(0, find(id).orElseThrow().errors());
    assertTrue(find(id).orElseThrow().lease().isEmpty());
    LeasedItem again = dequeueOne();
    assertEquals(id, again.item().id());
    assertEquals(0, again.item().vanished());
  }

  @Test
  void requeueWithAStaleLeaseChangesNothing() {
    String id = enqueue(item("x"));
    LeasedItem stale = dequeueOne();
    test.advance(LEASE);
    dequeueOne();
    assertEquals(
        ZoneOutcome.LEASE_LOST,
        test.run(tx -> tx.zone().requeue(id, stale.lease().id(), Duration.ZERO, Optional.empty())));
    assertEquals(List.of(), peeked());
  }

  @Test
  void deadLetterKeepsReasonHistoryAndBody() {
    String id = enqueue(item("x".repeat(2_000)));
    LeasedItem leased = dequeueOne();
    ZoneOutcome outcome =
        test.run(
            tx ->
                tx.zone()
                    .moveToDeadLetter(
                        id,
                        leased.lease().id(),
                        DeadLetterKind.FAILED,
                        "no such mailbox",
                        Optional.of(new Failure("550", "consumer"))));
    assertEquals(ZoneOutcome.DONE, outcome);
    assertTrue(find(id).isEmpty());
    DeadLetter letter = test.run(tx -> tx.zone().findDeadLetter(id)).orElseThrow();
    assertEquals("no such mailbox", letter.reason());
    assertEquals(List.of("550"), letter.failures().stream().map(FailedAttempt::error).toList());
    assertEquals(1, letter.item().errors());
    assertEquals(1, letter.item().attempts());
    assertEquals(2_000, letter.item().body().orElseThrow().payload().length);
    assertEquals(Map.of("send", 1L), test.run(tx -> tx.zone().countDeadLettersByType()));
    assertEquals(Map.of(), test.run(tx -> tx.zone().countByType()));
  }

  @Test
  void deadLetterTakesItsIdFromNewItems() {
    String id = setAside();
    assertTrue(test.run(tx -> tx.zone().enqueue(item("again").withId(id))).existed());
  }

  @Test
  void redriveRunsTheItemAgainWithoutItsErrors() {
    String id = setAside();
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().redrive(id)));
    assertEquals(ZoneOutcome.ITEM_GONE, test.run(tx -> tx.zone().redrive(id)));
    assertEquals(0, find(id).orElseThrow().errors());
    assertEquals(id, dequeueOne().item().id());
  }

  @Test
  void removedDeadLetterIsGone() {
    String id = setAside();
    assertTrue(test.ask(tx -> tx.zone().removeDeadLetter(id)));
    assertFalse(test.ask(tx -> tx.zone().removeDeadLetter(id)));
    assertEquals(Map.of(), test.run(tx -> tx.zone().countDeadLettersByType()));
  }

  @Test
  void deadLettersOfOneZoneAreCounted() {
    setAside();
    assertEquals(1L, deadLetters(Optional.empty()));
    assertEquals(1L, deadLetters(Optional.of(TenantTransaction.DEFAULT_ZONE)));
    assertEquals(0L, deadLetters(Optional.of("another")));
    List<DeadLetter> all =
        test.run(
            tx -> tx.zone().scanDeadLetters(Continuation.START, ScanOptions.defaults()).asList());
    assertEquals(1, all.size());
  }

  private long deadLetters(Optional<String> zone) {
    Long count = test.run(tx -> QueueZone.countDeadLetters(tx.store(), zone));
    return count;
  }

  private String setAside() {
    String id = enqueue(item("x"));
    LeasedItem leased = dequeueOne();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    id, leased.lease().id(), DeadLetterKind.FAILED, "why", Optional.empty()));
    return id;
  }

  @Test
  void retryNowLeavesALeasedItemAlone() {
    String id = enqueue(item("x").withDelay(Duration.ofHours(1)));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().retryNow(id)));
    dequeueOne();
    assertEquals(ZoneOutcome.ITEM_LEASED, test.run(tx -> tx.zone().retryNow(id)));
    assertEquals(ZoneOutcome.ITEM_GONE, test.run(tx -> tx.zone().retryNow("nobody")));
  }

  @Test
  void retryNowCountsTheAttemptWhoseLeaseRanOut() {
    String id = enqueue(item("x"));
    dequeueOne();
    test.advance(LEASE);
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().retryNow(id)));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().retryNow(id)));
    assertEquals(1, dequeueOne().item().vanished());
  }

  @Test
  void updateChangesThePriorityAlone() {
    enqueue(item("x").withId("a"));
    enqueue(item("y").withId("b"));
    test.run(tx -> tx.zone().update("b", OptionalInt.of(0), Optional.empty()));
    assertEquals(List.of("b", "a"), peeked());
  }

  @Test
  void severalOperationsInOneTransactionSeeEachOther() {
    ZoneOutcome outcome =
        test.run(
            tx ->
                tx.zone()
                    .enqueue(item("x").withId("a"))
                    .thenCompose(done -> tx.zone().dequeue(DequeueRequest.of(5, LEASE, "consumer")))
                    .thenCompose(leased -> tx.zone().complete("a", leased.get(0).lease().id())));
    assertEquals(ZoneOutcome.DONE, outcome);
    assertEquals(Map.of(), test.run(tx -> tx.zone().countByType()));
    assertTrue(find("a").isEmpty());
  }

  @Test
  void itemsOfDifferentZonesAreApart() {
    test.run(tx -> tx.zone("one").enqueue(item("x")));
    test.run(tx -> tx.zone("two").enqueue(item("y")));
    assertEquals(1, test.run(tx -> tx.zone("one").peekIds(PeekRequest.first(9))).size());
    assertEquals(List.of("one", "two"), test.run(tx -> QueueZone.zonesOf(tx.store(), 10)));
  }

  @Test
  void zonesThatHoldItemsDeadLettersOrSettingsAreNamed() {
    String id = setAside();
    test.run(tx -> tx.zone("busy").enqueue(item("x")));
    test.run(tx -> tx.zone("set").changeSettings(before -> before.withDedupFor(LEASE)));
    assertEquals(List.of("busy", TenantTransaction.DEFAULT_ZONE, "set"), zones(10));
    assertEquals(List.of("busy"), zones(1));
    assertEquals(List.of("busy", TenantTransaction.DEFAULT_ZONE), zones(2));
    test.run(tx -> tx.zone().removeDeadLetter(id));
    assertEquals(List.of("busy", "set"), zones(10));
  }

  private List<String> zones(int max) {
    return test.run(tx -> QueueZone.zonesOf(tx.store(), max));
  }

  @Test
  void purgeRemovesUpToItsBound() {
    for (int i = 0; i < 5; i++) {
      enqueue(item("x".repeat(300)));
    }
    assertEquals(Integer.valueOf(3), test.run(tx -> tx.zone().purge(3)));
    assertEquals(Integer.valueOf(2), test.run(tx -> tx.zone().purge(100)));
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
  }

  @Test
  void earliestVestingLooksAtAllPriorities() {
    assertTrue(test.run(tx -> tx.zone().earliestVesting()).isEmpty());
    enqueue(item("x").withPriority(1).withDelay(Duration.ofSeconds(9)));
    enqueue(item("y").withPriority(9).withDelay(Duration.ofSeconds(4)));
    assertEquals(
        Optional.of(test.clock.instant().plusSeconds(4)),
        test.run(tx -> tx.zone().earliestVesting()));
  }

  @Test
  void badInputNamesTheValueAndTheLimit() {
    assertMessage("priority is 16", () -> item("x").withPriority(16));
    assertMessage("delay is PT-1S", () -> item("x").withDelay(Duration.ofSeconds(-1)));
    assertMessage("id is 300 bytes", () -> item("x").withId("i".repeat(300)));
    assertMessage("id contains a control character", () -> item("x").withId("a\nb"));
    assertMessage("the limit is 1000000", () -> item("x".repeat(1_000_001)));
    assertMessage(
        "priority is 16",
        () -> test.run(tx -> tx.zone().update("x", OptionalInt.of(16), Optional.empty())));
    assertMessage("zone is 0 bytes", () -> test.run(tx -> tx.zone("").settings()));
    List<NewItem> batch = Collections.nCopies(1_001, item("x"));
    assertMessage("items in one batch is 1001", () -> test.run(tx -> tx.zone().enqueueAll(batch)));
  }

  private static void assertMessage(String expected, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).toString();
    assertTrue(message.contains(expected), message);
  }
}
