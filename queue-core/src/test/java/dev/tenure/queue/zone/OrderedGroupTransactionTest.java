package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.Open;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several operations on groups in one transaction, and transactions beside one another. */
final class OrderedGroupTransactionTest {
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
      test.run(tx -> tx.zone().enqueue(inGroup(id)));
    }
  }

  private LeasedItem take() {
    return test.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "consumer"))).get(0);
  }

  private List<String> cancelAll() {
    List<String> order = new ArrayList<>();
    for (Optional<String> head = head(); head.isPresent(); head = head()) {
      String id = head.get();
      order.add(id);
      assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel(id)));
    }
    assertTrue(test.ask(tx -> tx.zone().isEmpty()));
    assertEquals(0L, test.count(TestCluster.SEND));
    return order;
  }

  private Optional<String> head() {
    return test.run(tx -> tx.zone().headOf("g"));
  }

  private static void append(Open open, String... ids) {
    for (String id : ids) {
      join(open.tx().zone().enqueue(inGroup(id)));
    }
  }

  private static void end(Open open, String id) {
    assertEquals(ZoneOutcome.DONE, join(open.tx().zone().cancel(id)));
  }

  private static boolean commits(Open open) {
    try {
      open.commit();
      return true;
    } catch (RuntimeException e) {
      assertTrue(FdbErrorPredicates.conflict(e), e::toString);
      return false;
    } finally {
      open.close();
    }
  }

  @Test
  void anItemEnqueuedBesideTheEndOfTheOnlyOneFollowsIt() {
    enqueue("a");
    Open open = test.open();
    append(open, "b", "c");
    end(open, "a");
    assertTrue(commits(open));
    assertEquals(List.of("b", "c"), cancelAll());
  }

  @Test
  void anItemEnqueuedAfterTheEndOfTheOnlyOneBeginsTheGroupAnew() {
    enqueue("a");
    Open open = test.open();
    end(open, "a");
    append(open, "b", "c");
    assertTrue(commits(open));
    assertEquals(List.of("b", "c"), cancelAll());
  }

  @Test
  void aStoredFollowerComesBeforeOnesOwn() {
    enqueue("a", "b");
    Open open = test.open();
    append(open, "c", "d");
    end(open, "a");
    end(open, "b");
    append(open, "e");
    assertTrue(commits(open));
    assertEquals(List.of("c", "d", "e"), cancelAll());
  }

  @Test
  void aWholeGroupLivesAndEndsInOneTransaction() {
    Open open = test.open();
    append(open, "a", "b", "c");
    end(open, "a");
    end(open, "b");
    end(open, "c");
    append(open, "d");
    end(open, "d");
    assertTrue(commits(open));
    assertEquals(List.of(), cancelAll());
    enqueue("e");
    assertEquals(List.of("e"), cancelAll());
  }

  @Test
  void onesOwnFollowerCancelledAndEnqueuedAgainComesLast() {
    enqueue("a");
    Open open = test.open();
    append(open, "b", "c");
    end(open, "b");
    append(open, "b");
    end(open, "a");
    assertTrue(commits(open));
    assertEquals(List.of("c", "b"), cancelAll());
  }

  @Test
  void onesOwnFollowersCancelledLeaveNothing() {
    enqueue("a");
    Open open = test.open();
    append(open, "b", "c");
    end(open, "b");
    end(open, "c");
    end(open, "a");
    assertTrue(commits(open));
    assertEquals(List.of(), cancelAll());
  }

  @Test
  void endsOfSeveralGroupsInOneTransactionEachPromote() {
    for (String group : List.of("g", "h", "i")) {
      for (int i = 0; i < 3; i++) {
        String id = group + i;
        test.run(tx -> tx.zone().enqueue(item(id).withId(id).withGroup(group)));
      }
    }
    Open open = test.open();
    for (String id : List.of("g0", "h0", "i0", "i1")) {
      end(open, id);
    }
    assertTrue(commits(open));
    assertEquals(Optional.of("g1"), head());
    assertEquals(Optional.of("h1"), test.run(tx -> tx.zone().headOf("h")));
    assertEquals(Optional.of("i2"), test.run(tx -> tx.zone().headOf("i")));
  }

  @Test
  void operationsStartedTogetherKeepTheOrder() {
    enqueue("a", "b");
    Open open = test.open();
    var first = open.tx().zone().enqueue(inGroup("c"));
    var ended = open.tx().zone().cancel("a");
    var second = open.tx().zone("default").enqueue(inGroup("d"));
    join(first);
    join(ended);
    join(second);
    assertTrue(commits(open));
    assertEquals(List.of("b", "c", "d"), cancelAll());
  }

  @Test
  void concurrentAppendsConflictNeitherWithOneAnotherNorWithLeasesAndPromotions() {
    enqueue("a", "b", "c");
    LeasedItem head = take();
    List<Open> appends = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      appends.add(test.open());
      append(appends.get(i), "x" + i);
    }
    Open extension = test.open();
    join(extension.tx().zone().extendLease("a", head.lease().id(), LEASE));
    assertTrue(commits(extension));
    Open end = test.open();
    assertEquals(ZoneOutcome.DONE, join(end.tx().zone().complete("a", head.lease().id())));
    assertTrue(commits(appends.get(4)));
    assertTrue(commits(end), "a promotion does not conflict with an append before it");
    Open lease = test.open();
    assertEquals(1, join(lease.tx().zone().dequeue(DequeueRequest.of(9, LEASE, "c"))).size());
    for (int i = 3; i >= 0; i--) {
      assertTrue(commits(appends.get(i)), "append " + i);
    }
    assertTrue(commits(lease), "a lease does not conflict with an append before it");
    assertEquals(List.of("b", "c", "x4", "x3", "x2", "x1", "x0"), cancelAll());
  }

  @Test
  void ofTwoThatBeginAGroupOneRetries() {
    Open one = test.open();
    Open other = test.open();
    append(one, "a");
    append(other, "b");
    assertTrue(commits(one));
    assertFalse(commits(other));
    enqueue("b");
    assertEquals(List.of("a", "b"), cancelAll());
  }

  @Test
  void anAppendBeforeTheEndOfItsGroupMakesTheEndRetry() {
    enqueue("a");
    Open end = test.open();
    end(end, "a");
    enqueue("b");
    assertFalse(commits(end));
    test.run(tx -> tx.zone().cancel("a"));
    assertEquals(List.of("b"), cancelAll());
  }

  @Test
  void theEndOfAGroupMakesAnAppendRetry() {
    enqueue("a");
    Open late = test.open();
    append(late, "b");
    test.run(tx -> tx.zone().cancel("a"));
    assertFalse(commits(late));
    enqueue("b");
    assertEquals(List.of("b"), cancelAll());
  }

  @Test
  void theEndAndNewBeginningOfAGroupMakeAnAppendRetry() {
    enqueue("a");
    Open late = test.open();
    append(late, "b");
    test.run(tx -> tx.zone().cancel("a"));
    enqueue("c");
    assertFalse(commits(late));
    assertEquals(List.of("c"), cancelAll());
  }

  @Test
  void ofAPromotionAndTheCancelOfTheFollowerOneRetries() {
    enqueue("a", "b", "c");
    Open promotion = test.open();
    end(promotion, "a");
    Open cancel = test.open();
    end(cancel, "b");
    assertTrue(commits(cancel));
    assertFalse(commits(promotion));
    assertEquals(List.of("a", "c"), cancelAll());
  }

  @Test
  void theCancelOfAFollowerPromotedMeanwhileRetries() {
    enqueue("a", "b", "c");
    Open cancel = test.open();
    end(cancel, "b");
    test.run(tx -> tx.zone().cancel("a"));
    assertFalse(commits(cancel));
    assertEquals(List.of("b", "c"), cancelAll());
  }

  @Test
  void theSameIdEnqueuedWhileItIsPromotedIsOneItem() {
    enqueue("a", "b");
    Open again = test.open();
    assertTrue(join(again.tx().zone().enqueue(inGroup("b"))).existed());
    append(again, "c");
    test.run(tx -> tx.zone().cancel("a"));
    assertFalse(commits(again));
    assertEquals(List.of("b"), cancelAll());
  }

  @Test
  void aBacklogCostsAPeekNothing() {
    enqueue("head");
    long one = keysReadByAPeek();
    for (int batch = 0; batch < 100; batch++) {
      List<NewItem> items = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        items.add(item("x").withGroup("g"));
      }
      test.run(tx -> tx.zone().enqueueAll(items));
    }
    assertEquals(100_001L, test.count(TestCluster.SEND));
    assertEquals(one, keysReadByAPeek());
    long before = test.counted(RecordCounter.KEYS_READ);
    test.run(tx -> tx.zone().cancel("head"));
    long promotion = test.counted(RecordCounter.KEYS_READ) - before;
    assertTrue(promotion <= 15, promotion + " keys read by a promotion");
  }

  private long keysReadByAPeek() {
    long before = test.counted(RecordCounter.KEYS_READ);
    assertEquals(1, test.run(tx -> tx.zone().peekIds(PeekRequest.first(10))).size());
    return test.counted(RecordCounter.KEYS_READ) - before;
  }
}
