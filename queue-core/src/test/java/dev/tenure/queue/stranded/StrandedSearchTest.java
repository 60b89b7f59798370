package dev.tenure.queue.stranded;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.OtherProcess;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.PointerLeasing;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.pointer.VisitRequest;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items whose holder died while its clock was an hour ahead. */
class StrandedSearchTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LEASE = Duration.ofSeconds(30);

  private TestCluster test;
  private OtherProcess ahead;
  private boolean together;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    ahead = test.process(HOUR);
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void beat(QueueCluster process, String id, Instant startedAt) {
    Instant now = test.clock.instant();
    join(
        process
            .consumers()
            .heartbeat(new ConsumerInfo(id, startedAt, now, Set.of("send")).withItemLease(LEASE)));
  }

  private void beat(QueueCluster process, String id) {
    beat(process, id, Instant.EPOCH);
  }

  private List<String> diedAhead() {
    beat(test.cluster, "right");
    return test.cluster.consumers().diedAhead().stream().map(ConsumerInfo::id).toList();
  }

  private StrandedReport search() {
    ConsumerInfo dead = test.cluster.consumers().diedAhead().get(0);
    return dead.stranded(test.clock.instant())
        .map(range -> test.settled(new StrandedSearch(test.cluster).run(range)))
        .orElseThrow();
  }

  private List<LeasedItem> taken(OtherProcess by, int max) {
    DequeueRequest request = DequeueRequest.of(max, LEASE, "any").withTogether(together);
    return by.run(tx -> tx.zone().dequeue(request));
  }

  private List<String> vested() {
    return test.run(tx -> tx.zone().dequeue(DequeueRequest.of(100, LEASE, "right"))).stream()
        .map(each -> each.item().id())
        .sorted()
        .toList();
  }

  private void enqueue(NewItem... items) {
    for (NewItem item : items) {
      test.run(tx -> tx.zone().enqueue(item));
    }
  }

  /** Has the process ahead take these items, and die. */
  private void strand(NewItem... items) {
    beat(ahead.cluster(), "ahead");
    enqueue(items);
    assertEquals(items.length, taken(ahead, items.length).size());
    test.advance(LEASE.plusSeconds(1));
    assertEquals(List.of("ahead"), diedAhead());
  }

  @Test
  void itemsAreVestedAgainAndTheirZoneIsNudged() {
    strand(item("x").withId("one"), item("x").withId("two").withPriority(3));
    assertEquals(List.of(), vested());
    assertEquals(new StrandedReport(2, 0, 0), search());
    assertEquals(List.of("one", "two"), vested());
    assertEquals(new StrandedReport(0, 0, 0), search());
  }

  /** It dies between the two transactions of a visit, and has leased no item. */
  @Test
  void zoneWhosePointerItHadLeasedIsVisitedAgain() {
    test.close();
    test = TestCluster.start(ClusterOptions.named("test").withLeasing(PointerLeasing.ALWAYS));
    ahead = test.process(HOUR);
    beat(ahead.cluster(), "ahead");
    enqueue(item("x").withId("one"));
    AtomicInteger commits = new AtomicInteger();
    test.plant(
        request -> commits.incrementAndGet() > 1 ? CommitFault.NOT_COMMITTED : CommitFault.NONE);
    assertInstanceOf(VisitResult.Conflict.class, visit(ahead.cluster()));
    test.plant(request -> CommitFault.NONE);
    test.advance(LEASE.plusSeconds(1));
    assertEquals(List.of("ahead"), diedAhead());
    assertInstanceOf(VisitResult.NotVested.class, visit(test.cluster));
    assertEquals(new StrandedReport(1, 0, 0), search());
    assertInstanceOf(VisitResult.Taken.class, visit(test.cluster));
  }

  private VisitResult visit(QueueCluster by) {
    TopLevelEntry pointer =
        join(ahead.cluster().topLevel().peek(0, TopLevelPeekRequest.of(1, Duration.ZERO)))
            .vested()
            .get(0);
    PointerRef ref = assertInstanceOf(TopLevelEntry.Pointer.class, pointer).ref();
    VisitRequest request = new VisitRequest("any", 8, 1_000_000, LEASE, any -> true);
    return join(by.visits().visit(ref, List.of(), request));
  }

  @Test
  void itemsThatALeaseOfAVisitHoldsAreVestedAgain() {
    together = true;
    itemsAreVestedAgainAndTheirZoneIsNudged();
  }

  @Test
  void moreItemsOfLeasesOfVisitsThanOneTransactionReads() {
    together = true;
    strand(Stream.generate(() -> item("x")).limit(450).toArray(NewItem[]::new));
    assertEquals(new StrandedReport(450, 0, 0), search());
    assertEquals(100, vested().size());
  }

  @Test
  void itemThatIsDelayedStaysDelayed() {
    NewItem later = item("x").withId("later").withDelay(Duration.ofMinutes(50));
    enqueue(later);
    strand(item("x").withId("one"));
    assertEquals(1, search().freed());
    assertEquals(List.of("one"), vested());
  }

  @Test
  void leaseThatRunsByVersionIsLeft() {
    beat(ahead.cluster(), "ahead");
    enqueue(item("x").withId("one"));
    test.advance(Duration.ofSeconds(14));
    assertEquals(1, taken(ahead, 1).size());
    test.advance(Duration.ofSeconds(2));
    assertEquals(List.of("ahead"), diedAhead());
    assertEquals(new StrandedReport(0, 1, 0), search());
    test.advance(LEASE);
    assertEquals(new StrandedReport(1, 0, 0), search());
  }

  @Test
  void moreItemsThanOneTransactionReads() {
    NewItem[] many =
        Stream.iterate(0, i -> i + 1).limit(90).map(i -> item("x")).toArray(NewItem[]::new);
    List<NewItem> delayed = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      delayed.add(item("x").withDelay(Duration.ofMinutes(30)));
    }
    test.run(tx -> tx.zone().enqueueAll(delayed));
    strand(many);
    assertEquals(new StrandedReport(90, 0, 0), search());
    assertEquals(90, vested().size());
  }

  @Test
  void localItemIsFreedToo() {
    join(test.cluster.topLevel().runLocal(0, zone -> zone.enqueue(item("x").withId("local"))));
    beat(ahead.cluster(), "ahead");
    join(ahead.cluster().topLevel().runLocal(0, zone -> zone.obtainLease("local", LEASE, "ahead")));
    test.advance(LEASE.plusSeconds(1));
    assertEquals(List.of("ahead"), diedAhead());
    assertEquals(new StrandedReport(1, 0, 0), search());
  }

  @Test
  void consumerWhoseClockWasRightLeavesNothing() {
    beat(test.process(Duration.ofSeconds(20)).cluster(), "almost");
    test.advance(LEASE);
    assertEquals(List.of(), diedAhead());
  }

  @Test
  void recordIsKeptUntilItsLeasesHaveEndedByTime() {
    strand(item("x"));
    test.advance(Duration.ofMinutes(30));
    assertEquals(List.of("ahead"), diedAhead());
    test.advance(HOUR);
    assertEquals(List.of(), diedAhead());
  }

  @Test
  void restartUnderTheSameIdKeepsTheFormerRecord() {
    beat(ahead.cluster(), "one");
    enqueue(item("x").withId("held"));
    assertEquals(1, taken(ahead, 1).size());
    test.advance(Duration.ofSeconds(5));
    beat(test.cluster, "one", Instant.EPOCH.plusSeconds(1));
    test.advance(LEASE);
    assertEquals(List.of("one@0"), diedAhead());
    assertEquals(1, search().freed());
  }

  /** Seed 1013696 of the world deployments: its clock was as wrong after the restart. */
  @Test
  void restartWithTheSameWrongClockKeepsTheFormerRecord() {
    beat(test.cluster, "right");
    beat(ahead.cluster(), "one");
    enqueue(item("x").withId("held"));
    assertEquals(1, taken(ahead, 1).size());
    test.advance(Duration.ofSeconds(5));
    beat(test.process(HOUR).cluster(), "one", Instant.EPOCH.plusSeconds(1));
    test.advance(LEASE);
    beat(test.cluster, "right");
    assertTrue(diedAhead().contains("one@0"), () -> "records: " + diedAhead());
    assertTrue(search().freed() >= 1);
  }

  /** Seed 1040101 of the world deployments: the answer to one of its visits had been lost. */
  @Test
  void consumerThatStopsWithAWrongClockLeavesItsRecord() {
    beat(test.cluster, "right");
    beat(ahead.cluster(), "one");
    enqueue(item("x").withId("held"));
    assertEquals(1, taken(ahead, 1).size());
    join(ahead.cluster().consumers().leave("one"));
    test.advance(LEASE);
    beat(test.cluster, "right");
    assertEquals(List.of("one@0"), diedAhead());
    assertEquals(1, search().freed());
  }

  @Test
  void consumerThatStopsWithARightClockLeavesNoRecord() {
    beat(test.cluster, "right");
    beat(test.cluster, "one");
    join(test.cluster.consumers().leave("one"));
    assertEquals(
        List.of("right"),
        join(test.cluster.consumers().live()).stream().map(ConsumerInfo::id).toList());
  }

  /** Seed 989694 of the world deployments: it died before it had extended the lease. */
  @Test
  void consumerThatHasJustPutItsClockBackTellsOfItsLeases() {
    beat(ahead.cluster(), "ahead");
    enqueue(item("x").withId("one"));
    assertEquals(1, taken(ahead, 1).size());
    test.advance(Duration.ofSeconds(5));
    beat(test.cluster, "right");
    beat(test.process(Duration.ZERO).cluster(), "right too");
    beat(ahead.cluster(), "ahead");
    test.advance(Duration.ofSeconds(5));
    beat(ahead.cluster(), "ahead");
    assertTrue(ahead.cluster().time().isBeyondSkew());
    test.advance(LEASE);
    assertEquals(List.of("ahead"), diedAhead());
    assertEquals(1, search().freed());
  }

  private void putBack() {
    for (int i = 0; i < 20; i++) {
      test.advance(Duration.ofSeconds(5));
      beat(test.cluster, "right");
      beat(test.process(Duration.ZERO).cluster(), "right too");
      beat(ahead.cluster(), "ahead");
    }
    assertTrue(ahead.cluster().time().isBeyondSkew());
  }

  /** Seed 1081020 of the world deployments: the answer to a visit had been lost. */
  @Test
  void itemsThatAConsumerLeasedBeforeItsClockWasPutBackAreFoundWhileItLives() {
    beat(ahead.cluster(), "ahead");
    enqueue(item("x").withId("one"));
    assertEquals(1, taken(ahead, 1).size());
    putBack();
    assertEquals(List.of("ahead@0"), diedAhead());
    assertEquals(new StrandedReport(1, 0, 0), search());
    assertEquals(List.of("one"), vested());
    join(test.cluster.consumers().forget("ahead@0"));
    assertEquals(List.of(), diedAhead());
  }

  @Test
  void itemsThatAConsumerHasExtendedSinceItsClockWasPutBackStayWithIt() {
    beat(ahead.cluster(), "ahead");
    putBack();
    enqueue(item("x").withId("one"));
    assertEquals(1, taken(ahead, 1).size());
    assertEquals(List.of("ahead@0"), diedAhead());
    assertEquals(new StrandedReport(0, 0, 0), search());
    assertEquals(List.of(), vested());
  }

  @Test
  void holderThatLivesAfterAllEndsItsItem() {
    beat(ahead.cluster(), "ahead");
    enqueue(item("x").withId("one"));
    LeasedItem held = taken(ahead, 1).get(0);
    test.advance(LEASE.plusSeconds(1));
    assertEquals(List.of("ahead"), diedAhead());
    assertEquals(1, search().freed());
    assertEquals(ZoneOutcome.DONE, ahead.run(tx -> tx.zone().complete("one", held.lease().id())));
    assertTrue(vested().isEmpty());
  }
}
