package dev.tenure.consumer.visit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConflictStep;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.end.Health;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.fixture.Environments;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.fixture.Managers;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.visit.VisitReport.ErrorKind;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a visit leaves behind for each of its results: report, slots, permits, counts, listener. */
final class ManagerTest {
  private static final int SLOTS = 4;
  private static final WorkType<String> SEND =
      Fleet.SEND.withPolicy(WorkPolicy.defaults().withConcurrency(SLOTS - 1));

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site site = fleet.process("one").withTenant(Fleet.AHAB);
  private final Journal journal = new Journal();
  private final List<Boolean> collisions = new ArrayList<>();
  private final InFlightRegistry inFlightItems = new InFlightRegistry();
  private final ConsumerOptions options = ConsumerOptions.defaults("c").withWorkers(SLOTS);
  private final Environment environment = Environments.of(fleet, options, error -> {}, journal);
  private final Handlers handlers =
      Handlers.builder().on(SEND, (payload, context) -> new CompletableFuture<Outcome>()).build();
  private final Throttle throttle = new Throttle(handlers);
  private final Capacity capacity =
      new Capacity(options, environment.time(), environment.executor());
  private final Manager manager =
      Managers.running(
          environment,
          handlers,
          throttle,
          capacity,
          inFlightItems,
          new Health(environment.executor()),
          collisions::add);

  @AfterEach
  void close() {
    fleet.close();
  }

  private void enqueue(int items) {
    for (int i = 0; i < items; i++) {
      site.enqueue(Fleet.AHAB, NewItem.of(SEND, "x"));
    }
  }

  private List<TopLevelEntry> peek() {
    TopLevelPeekRequest all = TopLevelPeekRequest.of(100, Duration.ZERO);
    return fleet.time.join(site.cluster().topLevel().peek(0, all)).vested();
  }

  private Candidate candidate(TopLevelEntry entry) {
    return candidate(new Source(site.cluster(), 0), entry);
  }

  private static Candidate candidate(Source source, TopLevelEntry entry) {
    if (entry instanceof TopLevelEntry.Local local) {
      return new Candidate.LocalItem(source, local);
    }
    return entry instanceof TopLevelEntry.Nudge nudge
        ? new Candidate.Zone(source, nudge.ref(), List.of(nudge), nudge.vesting())
        : new Candidate.Zone(
            source, ((TopLevelEntry.Pointer) entry).ref(), List.of(), entry.vesting());
  }

  private VisitReport visit(Candidate candidate) {
    capacity.take(SLOTS);
    VisitReport report = fleet.time.join(manager.visit(candidate, SLOTS));
    fleet.time.pass(Duration.ofMillis(1));
    return report;
  }

  private ConsumerStatus.Visits visits() {
    return environment.meters().visits();
  }

  /** All slots and permits but those of the given number of items are free again. */
  private void assertHolds(int items) {
    assertEquals(items, capacity.taken(), "slots");
    assertEquals(items, throttle.taken(), "permits");
    assertEquals(items, inFlightItems.itemCount(), "in hand");
    assertEquals(1, visits().visits());
    assertEquals(items, visits().itemsTaken());
  }

  @Test
  void leasedItemsGoToTheWorkers() {
    enqueue(2);
    fleet.time.pass(Duration.ofSeconds(3));
    VisitReport report = visit(candidate(peek().get(0)));
    assertHolds(2);
    assertEquals(2, journal.started.size());
    assertTrue(journal.waits.get(1).compareTo(Duration.ofSeconds(3)) >= 0, journal.waits::toString);
    assertEquals(1, journal.visits.size());
    assertEquals(List.of(false), collisions);
    assertFalse(report.moreVested() || report.collided() || report.failed());
  }

  @Test
  void moreThanTheTypeMayRunIsLeft() {
    enqueue(SLOTS);
    VisitReport report = visit(candidate(peek().get(0)));
    assertHolds(SLOTS - 1);
    assertTrue(report.leftBriefly());
    assertFalse(report.metUnknown());
  }

  @Test
  void moreThanThereIsRoomForIsReported() {
    enqueue(3);
    Candidate zone = candidate(peek().get(0));
    capacity.take(SLOTS);
    VisitReport report = fleet.time.join(manager.visit(zone, 2));
    fleet.time.pass(Duration.ofMillis(1));
    assertTrue(report.moreVested());
    assertEquals(2, throttle.taken());
    assertEquals(SLOTS, capacity.taken());
  }

  @Test
  void aConsumerThatIsOverHandsNothingToTheWorkers() {
    enqueue(1);
    Candidate zone = candidate(peek().get(0));
    environment.lifeCycle().halt();
    visit(zone);
    assertEquals(0, inFlightItems.itemCount());
    assertEquals(List.of(), journal.started);
  }

  @Test
  void aZoneThatAnotherVisitedWasReachedTooLate() {
    enqueue(1);
    Candidate zone = candidate(peek().get(0));
    site.start("other", (payload, context) -> new CompletableFuture<>());
    fleet.time.pass(Duration.ofSeconds(2));
    VisitReport report = visit(zone);
    assertHolds(0);
    assertTrue(report.collided());
    assertEquals(List.of(true), collisions);
    assertEquals(List.of(ConflictStep.READ), journal.conflicts);
    assertEquals(1, visits().conflictsReading());
  }

  private Candidate.Zone collected(List<TopLevelEntry.Nudge> nudges) {
    enqueue(1);
    Candidate.Zone zone = (Candidate.Zone) candidate(peek().get(0));
    var other =
        site.start(
            "other", (payload, context) -> CompletableFuture.completedFuture(Outcome.done()));
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(1, other.status().visits().pointersCollected());
    return new Candidate.Zone(zone.source(), zone.ref(), nudges, zone.vesting());
  }

  @Test
  void aPointerThatIsGoneWasReachedTooLate() {
    VisitReport report = visit(collected(List.of()));
    assertHolds(0);
    assertFalse(report.collided(), "a new pointer may be visited at once");
    assertEquals(List.of(true), collisions);
    assertEquals(List.of(ConflictStep.READ), journal.conflicts);
  }

  @Test
  void aNudgeWithoutAPointerIsNoCollision() {
    Candidate.Zone zone = collected(List.of());
    TopLevelEntry.Nudge nudge =
        new TopLevelEntry.Nudge(zone.ref(), zone.vesting(), new byte[] {'n'});
    visit(new Candidate.Zone(zone.source(), zone.ref(), List.of(nudge), zone.vesting()));
    assertHolds(0);
    assertEquals(List.of(false), collisions);
    assertEquals(List.of(), journal.conflicts);
  }

  @Test
  void aVisitThatLosesAtItsCommitCollides() {
    enqueue(1);
    Candidate zone = candidate(peek().get(0));
    fleet.faults.plant(request -> CommitFault.NOT_COMMITTED);
    VisitReport report = visit(zone);
    fleet.faults.none();
    assertHolds(0);
    assertTrue(report.collided());
    assertEquals(List.of(true), collisions);
    assertEquals(List.of(ConflictStep.COMMIT), journal.conflicts);
    assertEquals(1, visits().conflictsCommitting());
  }

  @Test
  void aVisitToAPausedZoneTakesNothing() {
    enqueue(1);
    Candidate zone = candidate(peek().get(0));
    site.run(Fleet.AHAB, tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    VisitReport report = visit(zone);
    assertHolds(0);
    assertEquals(List.of(false), collisions);
    assertFalse(report.leftBriefly() || report.confirmed() || report.collided());
    fleet.time.pass(Duration.ofSeconds(7));
    capacity.take(SLOTS);
    VisitReport again = fleet.time.join(manager.visit(zone, SLOTS));
    assertTrue(again.confirmed(), "every producer has seen that the pointer is asleep");
  }

  @Test
  void anEmptyZoneIsCollectedAndCounted() {
    enqueue(1);
    Candidate.Zone zone = (Candidate.Zone) candidate(peek().get(0));
    site.run(Fleet.AHAB, tx -> tx.zone().purge(10));
    fleet.time.pass(Duration.ofMinutes(2));
    visit(zone);
    assertHolds(0);
    assertEquals(1, visits().pointersCollected());
    assertEquals(List.of(false), collisions);
  }

  @Test
  void aZoneThatThisProcessCannotOpenIsLeftToOthers() {
    enqueue(1);
    TenantSchemas nothing = TenantSchemas.of(Map.of());
    Source unable = new Source(fleet.processKnowing("unable", nothing).cluster(), 0);
    VisitReport report = visit(candidate(unable, peek().get(0)));
    assertHolds(0);
    assertTrue(report.inability().orElseThrow() instanceof QueueException);
    assertEquals(1, visits().unable());
    assertEquals(0, visits().failed());
    assertEquals(List.of(false), collisions);
  }

  @Test
  void aVisitThatTheDatabaseRefusesFails() {
    enqueue(1);
    Candidate zone = candidate(peek().get(0));
    fleet.setDiskFull(true);
    VisitReport report = visit(zone);
    fleet.setDiskFull(false);
    assertHolds(0);
    assertEquals(ErrorKind.REFUSED, report.failure());
    assertTrue(report.answered());
    assertEquals(1, visits().failed());
    assertEquals(List.of(), collisions);
  }

  private Candidate.LocalItem local(WorkType<String> type) {
    fleet.time.join(site.cluster().enqueueLocal(NewItem.of(type, "x")));
    return (Candidate.LocalItem) candidate(peek().get(0));
  }

  @Test
  void aLocalItemTakesOneSlot() {
    Candidate.LocalItem local = local(SEND);
    VisitReport report = visit(local);
    assertHolds(1);
    assertEquals(1, journal.started.size());
    assertEquals(List.of(false), collisions);
    assertFalse(report.collided() || report.failed() || report.moreVested());
  }

  @Test
  void aLocalItemThatAnotherHasLeasedCollides() {
    Candidate.LocalItem local = local(SEND);
    site.start("other", (payload, context) -> new CompletableFuture<>());
    fleet.time.pass(Duration.ofSeconds(2));
    VisitReport report = visit(local);
    assertHolds(0);
    assertTrue(report.collided());
    assertEquals(List.of(true), collisions);
    assertEquals(List.of(ConflictStep.LOCAL_ITEM), journal.conflicts);
    assertEquals(1, visits().conflictsLocal());
  }

  @Test
  void aLocalItemOfATypeAtItsLimitIsLeft() {
    Candidate.LocalItem local = local(SEND);
    for (int i = 0; i < SLOTS - 1; i++) {
      assertTrue(throttle.tryAcquire(SEND.name()));
    }
    VisitReport report = visit(local);
    assertEquals(0, capacity.taken());
    assertTrue(report.leftBriefly());
  }

  @Test
  void aLocalItemOfAnUnknownTypeIsLeft() {
    VisitReport report = visit(local(Fleet.PRINT));
    assertHolds(0);
    assertTrue(report.metUnknown());
  }

  @Test
  void aLocalItemThatTheDatabaseRefusesFails() {
    Candidate.LocalItem local = local(SEND);
    fleet.setDiskFull(true);
    VisitReport report = visit(local);
    fleet.setDiskFull(false);
    assertHolds(0);
    assertEquals(ErrorKind.REFUSED, report.failure());
    assertEquals(1, visits().failed());
    assertEquals(List.of(), collisions);
  }

  @Test
  void aLocalItemIsNotRunByAConsumerThatIsOver() {
    Candidate.LocalItem local = local(SEND);
    environment.lifeCycle().halt();
    visit(local);
    assertEquals(0, inFlightItems.itemCount());
    assertEquals(List.of(), journal.started);
  }

  @Test
  void itemsOfUnknownTypesStayVested() {
    site.enqueue(Fleet.AHAB, NewItem.of(Fleet.PRINT, "x"));
    Instant vested = peek().get(0).vesting();
    VisitReport report = visit(candidate(peek().get(0)));
    assertHolds(0);
    assertTrue(report.metUnknown());
    assertFalse(report.leftBriefly());
    assertEquals(vested, peek().get(0).vesting());
  }
}
