package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
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
import java.util.Map;
import java.util.Random;
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
        .learn(new ClockReading(test.clock.instant().minus(HOUR), version()), Map.of());
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
    stepping.cluster().time().learn(new ClockReading(now.minus(HOUR), version()), Map.of());
    ExtendResult extended =
        stepping.run(tx -> tx.zone().extendLease(leased.item().id(), leased.lease().id(), LEASE));
    Lease lease = assertInstanceOf(ExtendResult.Extended.class, extended).lease();
    assertEquals(now.plus(LEASE), lease.until());
  }

  /** Nobody knows which of the two clocks is right. */
  private OtherProcess disputed() {
    OtherProcess ahead = test.process(HOUR);
    beat(test.cluster, "right");
    beat(ahead.cluster(), "ahead");
    assertTrue(ahead.cluster().time().isDisputed());
    return ahead;
  }

  /** Seed 940059 of the world deployments: the holder of the item died. */
  @Test
  void pointerDoesNotSleepUntilTheTimeOfADisputedClock() {
    OtherProcess ahead = disputed();
    enqueue(1);
    assertInstanceOf(VisitResult.Taken.class, visit(test.cluster, 8, List.of()));
    VisitResult.Idle idle =
        assertInstanceOf(VisitResult.Idle.class, visit(ahead.cluster(), 8, List.of()));
    assertEquals(test.clock.instant().plusSeconds(6), idle.next());
    test.advance(Duration.ofSeconds(6));
    assertEquals(1, vested().size());
  }

  @Test
  void pointerKeepsTheTimeOfTheSlowerOfDisputedClocks() {
    OtherProcess ahead = disputed();
    enqueue(1);
    Instant next = ((VisitResult.Taken) visit(test.cluster, 8, List.of())).next();
    test.advance(Duration.ofSeconds(2));
    VisitResult.Idle idle =
        assertInstanceOf(VisitResult.Idle.class, visit(ahead.cluster(), 8, List.of()));
    assertEquals(next, idle.next());
  }

  @Test
  void pointerThatIsLeftByADisputedClockIsVestedForTheOthers() {
    OtherProcess ahead = test.process(HOUR);
    enqueue(1);
    ahead.run(tx -> tx.zone().enqueue(item("x")));
    assertInstanceOf(VisitResult.Taken.class, visit(ahead.cluster(), 1, List.of()));
    assertEquals(List.of(), vested());
    beat(test.cluster, "right");
    beat(ahead.cluster(), "ahead");
    VisitRequest nothing = new VisitRequest("c", 8, 1_000_000, LEASE, any -> false);
    test.settled(ahead.cluster().visits().visit(ref(), List.of(), nothing));
    assertEquals(1, vested().size());
  }

  @Test
  void pointerLeasedByADisputedClockIsFreeAfterASecondForTheOthers() {
    OtherProcess ahead = disputed();
    enqueue(1);
    LeaseId lease = LeaseId.random(new Random(1));
    VisitSetup setup = Interleaved.setup(ahead.cluster(), Duration.ofSeconds(30));
    VisitRequest request = new VisitRequest("c", 8, 1_000_000, LEASE, any -> true);
    join(
        ahead
            .database()
            .run(
                context ->
                    new PointerVisit(setup, context, ref(), List.of(), request).lease(lease)));
    assertEquals(List.of(), vested());
    test.advance(Duration.ofSeconds(1));
    assertEquals(1, vested().size());
  }

  /** Seed 962276 of the world deployments: the zone slept until the operator's time. */
  @Test
  void zoneResumedByAnOperatorWhoIsAheadIsVestedForTheOthers() {
    enqueue(1);
    test.run(tx -> tx.zone().changeSettings(settings -> settings.withPaused(true)));
    visit(test.cluster, 8, List.of());
    test.advance(Duration.ofSeconds(6));
    visit(test.cluster, 8, List.of());
    test.process(HOUR).run(tx -> tx.zone().changeSettings(settings -> settings.withPaused(false)));
    List<TopLevelEntry> nudges = vested();
    TopLevelEntry.Nudge nudge = assertInstanceOf(TopLevelEntry.Nudge.class, nudges.get(0));
    assertInstanceOf(VisitResult.Taken.class, visit(test.cluster, 8, List.of(nudge)));
  }

  @Test
  void resumptionFindsTheEarliestItemOfAnyPriority() {
    test.run(
        tx ->
            tx.zone()
                .enqueue(item("later").withPriority(0).withDelay(Duration.ofMinutes(30)))
                .thenCompose(done -> tx.zone().enqueue(item("now").withPriority(9))));
    test.run(tx -> tx.zone().changeSettings(settings -> settings.withPaused(true)));
    visit(test.cluster, 8, List.of());
    test.process(HOUR).run(tx -> tx.zone().changeSettings(settings -> settings.withPaused(false)));
    assertInstanceOf(TopLevelEntry.Nudge.class, vested().get(0));
  }

  @Test
  void retryNowByAnOperatorWhoIsAheadMakesNoItemLater() {
    String due = test.run(tx -> tx.zone().enqueue(item("x"))).id();
    String soon =
        test.run(tx -> tx.zone().enqueue(item("y").withDelay(Duration.ofMinutes(5)))).id();
    Instant enqueued = test.clock.instant();
    OtherProcess ahead = test.process(HOUR);
    ahead.run(tx -> tx.zone().retryNow(due));
    ahead.run(tx -> tx.zone().retryNow(soon));
    assertEquals(enqueued, vesting(due));
    assertEquals(enqueued.plus(Duration.ofMinutes(5)), vesting(soon));
    test.run(tx -> tx.zone().retryNow(soon));
    assertEquals(enqueued, vesting(soon));
  }

  private Instant vesting(String id) {
    return test.run(tx -> tx.zone().find(id)).orElseThrow().vesting();
  }

  private long version() {
    try (var context = test.database.openContext()) {
      return join(context.readVersion());
    }
  }
}
