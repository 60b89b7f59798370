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
import dev.tenure.queue.WorkItem;
import dev.tenure.record.cursor.Isolation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items of one group run one after the other, in the order of their commits. */
final class OrderedGroupTest {
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

  private static NewItem inGroup(String id) {
    return item(id).withId(id).withGroup("g");
  }

  private void enqueue(String... ids) {
    for (String id : ids) {
      assertFalse(test.run(tx -> tx.zone().enqueue(inGroup(id))).existed());
    }
  }

  private List<LeasedItem> dequeue() {
    return test.run(tx -> tx.zone().dequeue(DequeueRequest.of(10, LEASE, "consumer")));
  }

  private LeasedItem take() {
    List<LeasedItem> taken = dequeue();
    assertEquals(1, taken.size());
    return taken.get(0);
  }

  private void complete(LeasedItem item) {
    assertEquals(
        ZoneOutcome.DONE, test.run(tx -> tx.zone().complete(item.item().id(), item.lease().id())));
  }

  /** Leases and completes one after the other until nothing is left that can run now. */
  private List<String> runAll() {
    List<String> order = new ArrayList<>();
    for (List<LeasedItem> taken = dequeue(); !taken.isEmpty(); taken = dequeue()) {
      assertEquals(1, taken.size(), "one of a group in flight");
      order.add(taken.get(0).item().id());
      complete(taken.get(0));
    }
    return order;
  }

  private void assertNothingLeft() {
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
    assertEquals(Map.of(), test.run(tx -> tx.zone().countByType()));
    assertEquals(Optional.empty(), test.run(tx -> tx.zone().headOf("g")));
    assertFalse(
        test.ask(
            tx ->
                tx.store()
                    .exists(QueueSchema.GROUP, Tuple.from("default", "g"), Isolation.SNAPSHOT)));
  }

  @Test
  void itemsOfAGroupRunInTheOrderOfTheirCommits() {
    enqueue("c", "a", "d", "b");
    assertEquals(List.of("c", "a", "d", "b"), runAll());
    assertNothingLeft();
  }

  @Test
  void itemsOfOneTransactionRunInTheOrderOfTheCalls() {
    test.run(
        tx ->
            tx.zone().enqueueAll(List.of(inGroup("z"), inGroup("a"), inGroup("m"), inGroup("b"))));
    assertEquals(List.of("z", "a", "m", "b"), runAll());
    assertNothingLeft();
  }

  @Test
  void onlyTheHeadIsSeenAndTaken() {
    enqueue("a", "b", "c");
    assertEquals(
        List.of("a"),
        test.run(tx -> tx.zone().peekIds(PeekRequest.first(10))).stream()
            .map(IndexedItem::id)
            .toList());
    LeasedItem head = take();
    assertEquals(Optional.of("g"), head.item().group());
    assertEquals(List.of(), dequeue());
    assertEquals(
        new LeaseResult.NotAvailable(LeaseResult.Reason.BLOCKED),
        test.run(tx -> tx.zone().obtainLease("b", LEASE, "other")));
    assertEquals(Optional.of("a"), test.run(tx -> tx.zone().headOf("g")));
    complete(head);
    assertEquals(Optional.of("b"), test.run(tx -> tx.zone().headOf("g")));
  }

  @Test
  void groupsDoNotWaitForOneAnother() {
    for (String group : List.of("g", "h")) {
      for (int i = 0; i < 3; i++) {
        String id = group + i;
        test.run(tx -> tx.zone().enqueue(item(id).withId(id).withGroup(group)));
      }
    }
    test.run(tx -> tx.zone().enqueue(item("alone").withId("alone")));
    assertEquals(
        List.of("alone", "g0", "h0"),
        dequeue().stream().map(leased -> leased.item().id()).sorted().toList());
  }

  @Test
  void aGroupOfOneNameInTwoZonesIsTwoGroups() {
    enqueue("a");
    test.run(tx -> tx.zone("other").enqueue(inGroup("a")));
    assertEquals(1, test.run(tx -> tx.zone("other").peekIds(PeekRequest.first(9))).size());
    assertEquals(List.of("a"), runAll());
    assertEquals(Optional.of("a"), test.run(tx -> tx.zone("other").headOf("g")));
  }

  @Test
  void aGroupBeginsAnewAfterItsEnd() {
    enqueue("a", "b");
    assertEquals(List.of("a", "b"), runAll());
    enqueue("c", "d");
    assertEquals(List.of("c", "d"), runAll());
    assertNothingLeft();
  }

  @Test
  void aDelayedHeadBlocksItsGroup() {
    test.run(tx -> tx.zone().enqueue(inGroup("late").withDelay(Duration.ofMinutes(1))));
    enqueue("b");
    assertEquals(List.of(), dequeue());
    test.advance(Duration.ofMinutes(1));
    assertEquals(List.of("late", "b"), runAll());
  }

  @Test
  void aDelayedFollowerKeepsItsDelayWhenItIsItsTurn() {
    enqueue("a");
    test.run(tx -> tx.zone().enqueue(inGroup("late").withDelay(Duration.ofMinutes(1))));
    enqueue("c");
    assertEquals(List.of("a"), runAll());
    assertEquals(List.of(), dequeue());
    test.advance(Duration.ofMinutes(1));
    assertEquals(List.of("late", "c"), runAll());
  }

  @Test
  void aRetriedHeadBlocksItsGroup() {
    enqueue("a", "b");
    LeasedItem head = take();
    ZoneOutcome requeued =
        test.run(
            tx ->
                tx.zone()
                    .requeue(
                        "a",
                        head.lease().id(),
                        Duration.ofSeconds(5),
                        Optional.of(new Failure("no", "consumer"))));
    assertEquals(ZoneOutcome.DONE, requeued);
    assertEquals(List.of(), dequeue());
    test.advance(Duration.ofSeconds(5));
    assertEquals(List.of("a", "b"), runAll());
  }

  @Test
  void aHeadSetAsideMakesRoomAndRedriveAppends() {
    enqueue("a", "b");
    LeasedItem head = take();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    "a", head.lease().id(), DeadLetterKind.FAILED, "no", Optional.empty()));
    assertEquals(Optional.of("b"), test.run(tx -> tx.zone().headOf("g")));
    DeadLetter letter = test.run(tx -> tx.zone().findDeadLetter("a")).orElseThrow();
    assertEquals(Optional.of("g"), letter.item().group());
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().redrive("a")));
    enqueue("c");
    assertEquals(List.of("b", "a", "c"), runAll());
    assertNothingLeft();
  }

  @Test
  void redriveIntoAnEndedGroupBeginsIt() {
    enqueue("a");
    LeasedItem head = take();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    "a", head.lease().id(), DeadLetterKind.FAILED, "no", Optional.empty()));
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().redrive("a")));
    assertEquals(List.of("a"), runAll());
    assertNothingLeft();
  }

  @Test
  void sameIdTwiceIsOneItemWhereverItStands() {
    enqueue("a", "b");
    for (String id : List.of("a", "b")) {
      assertTrue(test.run(tx -> tx.zone().enqueue(inGroup(id))).existed());
      assertTrue(test.run(tx -> tx.zone().enqueue(item(id).withId(id))).existed());
    }
    assertEquals(List.of("a", "b"), runAll());
    assertNothingLeft();
  }

  @Test
  void sameIdTwiceInOneTransactionIsOneFollower() {
    enqueue("a");
    List<EnqueueResult> results =
        test.run(tx -> tx.zone().enqueueAll(List.of(inGroup("b"), inGroup("b"))));
    assertEquals(List.of(false, true), results.stream().map(EnqueueResult::existed).toList());
    assertEquals(List.of("a", "b"), runAll());
    assertNothingLeft();
  }

  @Test
  void cancelOfAFollowerTakesItOutOfTheOrder() {
    enqueue("a", "b", "c");
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel("b")));
    assertEquals(ZoneOutcome.ITEM_GONE, test.run(tx -> tx.zone().cancel("b")));
    assertEquals(List.of("a", "c"), runAll());
    assertNothingLeft();
  }

  @Test
  void cancelOfALeasedHeadMakesRoom() {
    enqueue("a", "b");
    LeasedItem head = take();
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel("a")));
    assertEquals(ZoneOutcome.ITEM_GONE, test.run(tx -> tx.zone().complete("a", head.lease().id())));
    assertEquals(List.of("b"), runAll());
    assertNothingLeft();
  }

  @Test
  void aFollowerIsBlockedForWhoWouldChangeIt() {
    enqueue("a", "b");
    LeasedItem head = take();
    assertEquals(ZoneOutcome.BLOCKED, test.run(tx -> tx.zone().retryNow("b")));
    assertEquals(
        ZoneOutcome.BLOCKED,
        test.run(tx -> tx.zone().update("b", OptionalInt.of(0), Optional.empty())));
    assertEquals(
        ZoneOutcome.LEASE_LOST, test.run(tx -> tx.zone().complete("b", head.lease().id())));
    assertEquals(
        ZoneOutcome.LEASE_LOST,
        test.run(tx -> tx.zone().requeue("b", head.lease().id(), Duration.ZERO, Optional.empty())));
    assertEquals(
        new ExtendResult.NotExtended(ZoneOutcome.LEASE_LOST),
        test.run(tx -> tx.zone().extendLease("b", head.lease().id(), LEASE)));
    assertEquals(
        new ExtendResult.NotExtended(ZoneOutcome.ITEM_GONE),
        test.run(tx -> tx.zone().extendLease("x", head.lease().id(), LEASE)));
    complete(head);
    assertEquals(List.of("b"), runAll());
  }

  @Test
  void bodiesOfAllSizesSurviveTheirWait() {
    for (int bytes : List.of(0, 10, 300, 200_000)) {
      String payload = "x".repeat(bytes);
      test.run(tx -> tx.zone().enqueue(item(payload).withId("i" + bytes).withGroup("g")));
    }
    for (int bytes : List.of(0, 10, 300, 200_000)) {
      WorkItem found = test.run(tx -> tx.zone().find("i" + bytes)).orElseThrow();
      assertEquals(bytes, found.body().orElseThrow().payload().length);
      LeasedItem taken = take();
      byte[] payload = taken.item().body().orElseThrow().payload();
      assertEquals("x".repeat(bytes), new String(payload, StandardCharsets.UTF_8));
      complete(taken);
    }
    assertNothingLeft();
  }

  @Test
  void aFollowerWithALargeBodyIsCancelledWithIt() {
    enqueue("a");
    test.run(tx -> tx.zone().enqueue(item("x".repeat(5_000)).withId("b").withGroup("g")));
    assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel("b")));
    assertFalse(
        test.ask(
            tx ->
                tx.store()
                    .exists(QueueSchema.BODY, Tuple.from("default", "b"), Isolation.SNAPSHOT)));
  }

  @Test
  void countsHoldFollowers() {
    enqueue("a", "b", "c");
    test.run(tx -> tx.zone().enqueue(NewItem.of(TestCluster.PRINT, "p").withGroup("g")));
    assertEquals(3L, test.count(TestCluster.SEND));
    assertEquals(Map.of("send", 3L, "print", 1L), test.run(tx -> tx.zone().countByType()));
  }

  @Test
  void purgeTakesFollowersFirstAndThenHeads() {
    enqueue("a", "b", "c", "d");
    test.run(tx -> tx.zone().enqueue(item("x").withId("alone")));
    assertEquals(Integer.valueOf(2), test.run(tx -> tx.zone().purge(2)));
    assertEquals(Optional.of("a"), test.run(tx -> tx.zone().headOf("g")));
    assertEquals(Integer.valueOf(2), test.run(tx -> tx.zone().purge(2)));
    assertEquals(Integer.valueOf(1), test.run(tx -> tx.zone().purge(100)));
    assertEquals(Integer.valueOf(0), test.run(tx -> tx.zone().purge(100)));
    assertNothingLeft();
  }

  @Test
  void priorityTellsNothingWithinAGroup() {
    test.run(tx -> tx.zone().enqueue(inGroup("a").withPriority(15)));
    test.run(tx -> tx.zone().enqueue(inGroup("b").withPriority(0)));
    assertEquals(List.of("a", "b"), runAll());
  }

  @Test
  void promotionWakesASleepingZone() {
    enqueue("a", "b");
    LeasedItem head = take();
    test.run(tx -> tx.zone().enqueue(item("x").withId("late").withDelay(Duration.ofHours(1))));
    complete(head);
    assertEquals(test.clock.instant(), test.run(tx -> tx.zone().earliestVesting()).orElseThrow());
  }

  @Test
  void groupNamesAreBounded() {
    String longest = "g".repeat(QueueLimits.GROUP_BYTES_MAX);
    test.run(tx -> tx.zone().enqueue(item("x").withGroup(longest)));
    IllegalArgumentException tooLong =
        assertThrows(IllegalArgumentException.class, () -> item("x").withGroup(longest + "g"));
    assertTrue(
        tooLong.toString().contains("group is 257 bytes, it must have 1 to 256"),
        tooLong::toString);
    assertThrows(IllegalArgumentException.class, () -> item("x").withGroup(""));
  }
}
