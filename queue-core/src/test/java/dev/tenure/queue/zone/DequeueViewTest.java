package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.notEqual;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a dequeue tells of what it left: when to come back, and where to begin to look. */
final class DequeueViewTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration AHEAD = Duration.ofMinutes(1);

  /** Bytes of a body of 100 bytes as it is stored. */
  private static final int BODY = 102;

  private TestCluster test;
  private TestCluster.OtherProcess fast;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    fast = test.process(AHEAD);
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void enqueue(String... ids) {
    for (String id : ids) {
      test.run(tx -> tx.zone().enqueue(item("x".repeat(100)).withId(id)));
      test.advance(MILLI);
    }
  }

  private static DequeueRequest request(int max) {
    return DequeueRequest.of(max, LEASE, "c");
  }

  private DequeueView dequeue(DequeueRequest request) {
    return test.run(tx -> tx.zone().dequeueAndLook(request, any -> true));
  }

  private static List<String> ids(DequeueView view) {
    return view.items().stream().map(leased -> leased.item().id()).toList();
  }

  private Optional<PeekMark> markAt(String id) {
    return test.run(tx -> tx.zone().find(id)).map(item -> new PeekMark(8, item.vesting()));
  }

  @Test
  void theRestBeginsAtTheFirstItemThatWasNotTaken() {
    enqueue("a", "b", "c");
    DequeueView view = dequeue(request(1));
    assertEquals(List.of("a"), ids(view));
    assertTrue(view.more());
    assertEquals(markAt("b"), view.rest());
  }

  @Test
  void whatDidNotFitIsTheRest() {
    enqueue("a", "b", "c");
    DequeueView view = dequeue(request(3).withBytesMax(2 * BODY));
    assertEquals(List.of("a", "b"), ids(view));
    assertTrue(view.more());
    assertEquals(markAt("c"), view.rest());
  }

  @Test
  void aByteTooManyDoesNotFit() {
    enqueue("a", "b");
    assertEquals(List.of("a"), ids(dequeue(request(3).withBytesMax(2 * BODY - 1))));
  }

  @Test
  void whenAllIsTakenThereIsNoRest() {
    enqueue("a", "b");
    DequeueView view = dequeue(request(2));
    assertFalse(view.more());
    assertEquals(Optional.empty(), view.rest());
    assertEquals(0, view.refused());
  }

  @Test
  void whatTheFilterRefusedLeavesNoMark() {
    enqueue("a", "b", "c");
    DequeueView view = dequeue(request(1).withBytesMax(1_000).where(notEqual(field("id"), "a")));
    assertEquals(List.of("b"), ids(view));
    assertEquals(1, view.refused());
    assertEquals(Optional.empty(), view.rest());
  }

  @Test
  void whatIsHeldByVersionLeavesNoMarkAndSaysWhenItIsFree() {
    enqueue("a", "b", "c");
    assertEquals(List.of("a"), ids(dequeue(request(1))));
    test.advance(LEASE.minusSeconds(10));
    DequeueView view = fast.run(tx -> tx.zone().dequeueAndLook(request(3), any -> true));
    assertEquals(List.of("b", "c"), ids(view));
    assertEquals(Optional.empty(), view.rest());
    Instant free = test.clock.instant().plus(AHEAD).plusSeconds(10);
    Instant told = view.earliestUnvested().orElseThrow();
    assertTrue(
        told.isAfter(free.minusMillis(20)) && told.isBefore(free.plusMillis(20)),
        told + " is not about " + free);
  }

  /** Leases of a clock that is behind are over by time at once, and lie before all other items. */
  @Test
  void behindItemsThatAreHeldAllThatCanBeTakenIsFound() {
    TestCluster.OtherProcess slow = test.process(AHEAD.negated());
    for (int i = 0; i < 7; i++) {
      slow.run(tx -> tx.zone().enqueue(item("held")));
    }
    DequeueView held = slow.run(tx -> tx.zone().dequeueAndLook(request(7), any -> true));
    assertEquals(7, held.items().size());
    enqueue("a", "b");
    assertEquals(List.of("a"), ids(dequeue(request(1))));
    assertEquals(List.of("b"), ids(dequeue(request(1))));
    DequeueView none = dequeue(request(1));
    assertEquals(List.of(), none.items());
    assertFalse(none.more());
  }

  @Test
  void aZoneWhoseItemsAreAllTakenOrHeldHasNoMore() {
    enqueue("a", "b", "c");
    assertEquals(List.of("a"), ids(dequeue(request(1))));
    test.advance(LEASE.minusSeconds(10));
    DequeueView view = fast.run(tx -> tx.zone().dequeueAndLook(request(5), any -> true));
    assertEquals(List.of("b", "c"), ids(view));
    assertFalse(view.more());
  }

  @Test
  void behindItemsThatAreHeldTheFilterDecidesToo() {
    TestCluster.OtherProcess slow = test.process(AHEAD.negated());
    slow.run(tx -> tx.zone().enqueue(item("held")));
    assertEquals(
        1, slow.run(tx -> tx.zone().dequeueAndLook(request(1), any -> true)).items().size());
    enqueue("refused", "b");
    DequeueRequest request = request(1).where(notEqual(field("id"), "refused"));
    assertEquals(List.of("b"), ids(dequeue(request)));
  }

  @Test
  void aLookEndsAfterTwentyThousandItemsThatTheFilterRefuses() {
    List<NewItem> thousand = Collections.nCopies(1_000, item("x"));
    for (int i = 0; i < QueueLimits.PEEK_ITEMS_MAX / thousand.size(); i++) {
      test.run(tx -> tx.zone().enqueueAll(thousand));
    }
    DequeueView view = dequeue(request(1).withBytesMax(1_000).where(isNull(field("id"))));
    assertEquals(QueueLimits.PEEK_ITEMS_MAX, view.refused());
    assertTrue(view.more());
  }
}
