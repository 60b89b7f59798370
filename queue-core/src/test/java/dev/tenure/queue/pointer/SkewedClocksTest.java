package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.Lease;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.OtherProcess;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.ExtendResult;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a process whose clock is ahead writes about pointers hides no item from the others. */
class SkewedClocksTest {
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

  private PointerRef ref() {
    try (var context = test.database.openContext()) {
      long application = join(test.cluster.applicationId(context, "mail")).orElseThrow();
      return new PointerRef(application, TestCluster.TENANT, "default", 0);
    }
  }

  private VisitResult visit(QueueCluster by, int items, List<TopLevelEntry.Nudge> nudges) {
    VisitRequest request = new VisitRequest("c", items, 1_000_000, LEASE, any -> true);
    return test.settled(by.visits().visit(ref(), nudges, request));
  }

  private List<TopLevelEntry> vested() {
    TopLevelPeekRequest all = TopLevelPeekRequest.of(100, Duration.ZERO);
    return join(test.cluster.topLevel().peek(0, all)).vested();
  }

  private void beat(QueueCluster process, String id) {
    Instant now = test.clock.instant();
    join(process.consumers().heartbeat(new ConsumerInfo(id, now, now, Set.of("send"))));
  }

  private void enqueue(int items) {
    for (int i = 0; i < items; i++) {
      test.run(tx -> tx.zone().enqueue(item("x")));
    }
  }

  @Test
  void zoneRequeuedByAConsumerThatIsAheadIsVestedForTheOthers() {
    OtherProcess ahead = test.process(Duration.ofSeconds(9));
    beat(test.cluster, "right");
    beat(ahead.cluster(), "ahead");
    enqueue(3);
    assertTrue(((VisitResult.Taken) visit(ahead.cluster(), 1, List.of())).moreVested());
    test.advance(Duration.ofMillis(50));
    assertEquals(1, vested().size());
  }

  @Test
  void pointerMadeByAProcessThatIsAheadIsVestedForTheOthers() {
    OtherProcess ahead = test.process(Duration.ofSeconds(9));
    beat(test.cluster, "right");
    beat(ahead.cluster(), "ahead");
    ahead.run(tx -> tx.zone().enqueue(item("x")));
    test.advance(Duration.ofMillis(50));
    assertEquals(1, vested().size());
  }

  /** Nobody has told the producer what the time is. */
  @Test
  void itemBehindAPointerOfTheFutureIsToldOfByItsProducer() {
    OtherProcess ahead = test.process(HOUR);
    ahead.run(tx -> tx.zone().enqueue(item("early")));
    assertEquals(List.of(), vested());
    enqueue(1);
    List<TopLevelEntry> nudges = vested();
    assertEquals(1, nudges.size());
    TopLevelEntry.Nudge nudge = assertInstanceOf(TopLevelEntry.Nudge.class, nudges.get(0));
    VisitResult taken = visit(test.cluster, 8, List.of(nudge));
    assertEquals(1, ((VisitResult.Taken) taken).items().size());
  }

  @Test
  void visitByAClockThatHasSteppedChangesNothing() {
    OtherProcess stepping = test.process(Duration.ZERO);
    beat(stepping.cluster(), "stepping");
    enqueue(3);
    stepping
        .cluster()
        .time()
        .learn(new ClockReading(test.clock.instant().minus(HOUR), version()), List.of());
    assertInstanceOf(VisitResult.Conflict.class, visit(stepping.cluster(), 1, List.of()));
    assertInstanceOf(VisitResult.Taken.class, visit(stepping.cluster(), 1, List.of()));
  }

  /** Seed 500109 of the world deployments: the item's holder died, and its lease lasted an hour. */
  @Test
  void leaseByAClockThatHasSteppedIsNotOfTheFuture() {
    OtherProcess stepping = test.process(Duration.ZERO);
    beat(stepping.cluster(), "stepping");
    enqueue(1);
    Instant now = test.clock.instant();
    LeasedItem leased =
        stepping.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "stepping"))).get(0);
    stepping.cluster().time().learn(new ClockReading(now.minus(HOUR), version()), List.of());
    ExtendResult extended =
        stepping.run(tx -> tx.zone().extendLease(leased.item().id(), leased.lease().id(), LEASE));
    Lease lease = assertInstanceOf(ExtendResult.Extended.class, extended).lease();
    assertEquals(now.plus(LEASE), lease.until());
  }

  private long version() {
    try (var context = test.database.openContext()) {
      return join(context.readVersion());
    }
  }
}
