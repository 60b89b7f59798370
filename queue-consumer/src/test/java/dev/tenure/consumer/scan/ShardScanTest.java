package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.fixture.Environments;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Refusals;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ConsumerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What makes the scan of one shard due, what it draws, and what it forgets. */
@Tag("punctual") // expects times to the millisecond
class ShardScanTest {
  private static final TenantId MAPS = new TenantId("maps", "ishmael");
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int MANAGERS = 10;

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site producer =
      fleet.process("producer").withTenant(Fleet.AHAB).withTenant(MAPS);
  private final List<Throwable> failures = new ArrayList<>();
  private final Refusals refusals = new Refusals();
  private final Shares shares = new Shares("c", true);
  private final ConsumerRanks ranks = new ConsumerRanks("c", shares);
  private final InFlightRegistry inFlightItems = new InFlightRegistry();
  private int dispatched;
  private Fleet.Site site = fleet.withConnection(refusals::connect).process("consumer");
  private Environment environment =
      Environments.of(fleet, ConsumerOptions.defaults("c"), failures::add);
  private ShardScan scan = scan(0);

  @AfterEach
  void close() {
    fleet.close();
    assertEquals(List.of(), failures);
  }

  private void use(ConsumerOptions options) {
    environment = Environments.of(fleet, options, failures::add);
    scan = scan(0);
  }

  /** A scan whose filter keeps the entries of all applications, as of pointers of old processes. */
  private ShardScan scan(int shard) {
    Throttle throttle =
        new Throttle(
            Handlers.builder()
                .on(
                    Fleet.SEND,
                    (payload, context) -> CompletableFuture.completedFuture(Outcome.done()))
                .build());
    CandidateFilter filter =
        new CandidateFilter(
            environment,
            inFlightItems,
            new PointerMemory(environment.options()),
            new Inabilities(),
            throttle,
            new Unserved(ConsumerOptions.defaults("c")));
    return new ShardScan(
        environment,
        new SerialExecutor(fleet.time, failures::add),
        new Source(site.cluster(), shard),
        filter,
        new SelectionFraction(environment.options().selection()),
        ranks,
        shares,
        () -> dispatched++);
  }

  private void enqueue(TenantId tenant, int zones) {
    for (int zone = 0; zone < zones; zone++) {
      enqueue(producer, tenant, "zone-" + zone);
    }
  }

  private static void enqueue(Fleet.Site from, TenantId tenant, String zone) {
    from.run(tenant, tx -> tx.zone(zone).enqueue(NewItem.of(Fleet.SEND, "letter")));
  }

  private static ConsumerInfo consumer(String id) {
    return new ConsumerInfo(id, Instant.EPOCH, Instant.EPOCH, Set.of("send"));
  }

  private void pass(Duration duration) {
    fleet.time.pass(duration);
  }

  private Instant now() {
    return fleet.time.instant();
  }

  private void peek() {
    peek(MANAGERS);
  }

  private void peek(int managers) {
    scan.peek(managers);
    pass(MOMENT);
  }

  /** The first peek finds nothing and sets the watch, the second one finds nothing either. */
  private void fallAsleep() {
    peek();
    assertTrue(scan.isDue());
    peek();
    assertAtRest();
  }

  private void assertAtRest() {
    assertFalse(scan.isDue() || scan.isReady() || scan.keepsBusy());
  }

  private Candidate draw() {
    Candidate drawn = scan.draw();
    assertNotNull(drawn);
    return drawn;
  }

  private Candidate visit() {
    Candidate drawn = draw();
    inFlightItems.beginVisit(drawn.key());
    scan.visitBegan(drawn);
    return drawn;
  }

  private int drawAll() {
    int drawn = 0;
    while (scan.draw() != null) {
      drawn++;
    }
    return drawn;
  }

  @Test
  void aHintOfVestedWorkWakesAtOnce() {
    fallAsleep();
    int before = dispatched;
    scan.hint(now());
    pass(MOMENT);
    assertTrue(scan.isDue());
    assertEquals(before + 1, dispatched);
  }

  @Test
  void aHintOfWorkThatVestsLaterWakesThen() {
    fallAsleep();
    scan.hint(now().plus(SECOND));
    pass(SECOND.minusMillis(1));
    assertAtRest();
    pass(MOMENT);
    assertTrue(scan.isDue());
  }

  @Test
  void aHintDuringAPeekMakesAnotherFollow() {
    peek();
    scan.peek(MANAGERS);
    scan.hint(now());
    pass(MOMENT);
    assertTrue(scan.isDue());
    peek();
    assertAtRest();
  }

  /** A producer whose clock is behind puts work before the entries that were seen. */
  @Test
  void aHintMakesTheNextPeekBeginBeforeIt() {
    enqueue(Fleet.AHAB, 1);
    Instant early = now().minus(Duration.ofMinutes(1));
    peek();
    visit();
    Fleet.Site behind = fleet.processWithClock("behind", () -> early);
    enqueue(behind, Fleet.AHAB, "early");
    peek();
    assertFalse(scan.isReady());
    scan.hint(early);
    pass(MOMENT);
    peek();
    assertTrue(scan.isReady());
  }

  @Test
  void aHintWhileCandidatesAreDrawnMakesTheNextPeekBeginBeforeIt() {
    enqueue(Fleet.AHAB, 1);
    Instant early = now().minus(Duration.ofMinutes(1));
    peek();
    enqueue(fleet.processWithClock("behind", () -> early), Fleet.AHAB, "early");
    scan.hint(early);
    pass(MOMENT);
    visit();
    peek();
    assertTrue(scan.isReady());
  }

  /** Only work that others may find as well is left to them in turn. */
  @Test
  void aHintWakesAtOnceHoweverManyConsumersComeFirst() {
    List<ConsumerInfo> live = new ArrayList<>(List.of(consumer("c")));
    while (ranks.rank(new Source(site.cluster(), 0)) == 0) {
      live.add(consumer("d" + live.size()));
      shares.live("a", live);
    }
    fallAsleep();
    scan.hint(now());
    pass(MOMENT);
    assertTrue(scan.isDue());
  }

  @Test
  void whileAllIsBeingVisitedThePeekWaitsForTheEndOfAVisit() {
    enqueue(Fleet.AHAB, 1);
    peek();
    Candidate visited = visit();
    assertNull(scan.draw());
    assertAtRest();
    scan.visitEnded(visited, false);
    assertTrue(scan.isDue());
  }

  @Test
  void whileAllIsBeingVisitedThePeekWaitsForAHintOfVestedWork() {
    enqueue(Fleet.AHAB, 1);
    peek();
    visit();
    assertNull(scan.draw());
    scan.hint(now().plus(SECOND));
    pass(MOMENT);
    assertAtRest();
    scan.hint(now());
    pass(MOMENT);
    assertTrue(scan.isDue());
  }

  @Test
  void whileAllIsBeingVisitedThePeekWaitsALittleOnly() {
    enqueue(Fleet.AHAB, 1);
    peek();
    visit();
    assertNull(scan.draw());
    assertAtRest();
    pass(Duration.ofMillis(20));
    assertTrue(scan.isDue());
  }

  @Test
  void whenNothingIsBeingVisitedThePeekWaitsForNothing() {
    enqueue(Fleet.AHAB, 1);
    peek();
    draw();
    assertNull(scan.draw());
    assertTrue(scan.isDue());
  }

  @Test
  void whenTheShardHasMoreEntriesThePeekWaitsForNothing() {
    use(ConsumerOptions.defaults("c").withPeekMax(1));
    enqueue(Fleet.AHAB, 2);
    peek();
    visit();
    assertNull(scan.draw());
    assertTrue(scan.isDue());
  }

  @Test
  void aPeekThatIsTooOldToDrawFromIsMadeAgainAtOnce() {
    use(ConsumerOptions.defaults("c").withSelectionMax(1));
    enqueue(Fleet.AHAB, 2);
    peek();
    visit();
    pass(environment.options().tuning().peekKept().plus(MOMENT));
    assertNull(scan.draw());
    assertTrue(scan.hasWaiting());
    assertTrue(scan.isDue());
  }

  @Test
  void aPeekIsFreshForALimitedTime() {
    assertFalse(scan.isFresh());
    enqueue(Fleet.AHAB, 1);
    scan.peek(MANAGERS);
    pass(MOMENT);
    assertTrue(scan.isFresh());
    pass(environment.options().tuning().peekKept());
    assertFalse(scan.isFresh());
  }

  @Test
  void aZoneWithMoreItemsWaitsUntilTheNextPeek() {
    enqueue(Fleet.AHAB, 1);
    peek();
    Candidate visited = visit();
    scan.visitEnded(visited, true);
    assertTrue(scan.hasWaiting());
    peek(); // the zone is in flight still, so that it is no candidate
    assertFalse(scan.hasWaiting());
  }

  @Test
  void ofAnOldPeekTheOwnShareAloneIsDrawn() {
    shares.live("a", List.of(consumer("c"), consumer("d")));
    int zones = 40;
    enqueue(Fleet.AHAB, zones);
    peek(zones);
    assertEquals(zones, drawAll());
    scan = scan(0);
    peek(zones);
    pass(Duration.ofMillis(20));
    int own = drawAll();
    assertTrue(own >= zones / 4 && own <= zones * 3 / 4, own + "");
  }

  @Test
  void aCorrectedClockMakesTheScanForgetAndPeek() {
    enqueue(Fleet.AHAB, 2);
    peek();
    assertTrue(scan.hasWaiting() && scan.scansInOrder());
    scan.clockMoved();
    assertFalse(scan.hasWaiting());
    assertFalse(scan.scansInOrder());
    assertEquals(Instant.MIN, scan.answeredAt());
    assertFalse(scan.isFresh());
  }

  @Test
  void aCorrectedClockWakesTheScan() {
    fallAsleep();
    scan.clockMoved();
    assertTrue(scan.isDue());
  }

  @Test
  void aProbeWakesAScanAndMakesOneThatDrawsPeek() {
    fallAsleep();
    scan.probe();
    assertTrue(scan.isDue());
    enqueue(Fleet.AHAB, 1);
    peek();
    assertTrue(scan.isReady());
    scan.probe();
    assertTrue(scan.isDue());
    peek();
    visit();
    assertNull(scan.draw());
    assertAtRest();
    scan.probe();
    assertTrue(scan.isDue());
  }

  /** A failure at an old read version says little: the next peek uses a fresh one, and tells. */
  @Test
  void aPeekThatFailsAtAnOldVersionIsRepeatedAtAFreshOne() {
    fallAsleep();
    enqueue(Fleet.AHAB, 2);
    peek(1);
    assertTrue(scan.isReady());
    refusals.ofTransactions(true);
    peek(1);
    assertTrue(scan.isDue());
    assertEquals(0, environment.meters().visits().failed());
    peek(1);
    assertAtRest();
    assertEquals(1, environment.meters().visits().failed());
  }

  private int assignShard(String application) {
    return fleet.time.join(producer.cluster().applicationShards().assign(application, 1)).get(0);
  }

  private boolean scansInOrder(int shard) {
    scan = scan(shard);
    peek();
    assertTrue(scan.isReady());
    return scan.scansInOrder();
  }

  @Test
  void aRestrictedConsumerScansTheShardsOfItsApplicationsInOrder() {
    use(ConsumerOptions.defaults("c").withApplications(Set.of("mail")));
    enqueue(Fleet.AHAB, 1);
    assertFalse(scan.isForeign());
    assertFalse(scansInOrder(0));

    int mail = assignShard("mail");
    int maps = assignShard("maps");
    site = fleet.process("newer"); // it knows the shards from its beginning
    enqueue(site, Fleet.AHAB, "other");
    enqueue(site, MAPS, "zone");
    assertTrue(scansInOrder(mail));
    assertFalse(scan.isForeign());
    assertFalse(scansInOrder(maps));
    assertTrue(scan.isForeign());
  }

  @Test
  void aConsumerOfAllApplicationsScansEachShardInOrder() {
    int maps = assignShard("maps");
    site = fleet.process("newer");
    enqueue(site, Fleet.AHAB, "zone");
    enqueue(site, MAPS, "zone");
    assertTrue(scansInOrder(0));
    assertTrue(scansInOrder(maps));
    assertFalse(scan.isForeign());
  }
}
