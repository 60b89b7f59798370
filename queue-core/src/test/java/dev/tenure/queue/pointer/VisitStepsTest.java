package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The steps of a visit, each in a transaction of its own. */
final class VisitStepsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration PAST_WINDOW = Duration.ofSeconds(7);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Random RANDOM = new Random(1);

  private final LeaseId first = LeaseId.random(RANDOM);
  private final LeaseId second = LeaseId.random(RANDOM);
  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void enqueue() {
    test.run(tx -> tx.zone().enqueue(item("x")));
  }

  private PointerRef ref() {
    try (var context = test.database.openContext()) {
      long application = join(test.cluster.applicationId(context, "mail")).orElseThrow();
      return new PointerRef(application, TestCluster.TENANT, "default", 0);
    }
  }

  private <T> T visiting(Function<PointerVisit, CompletableFuture<T>> step) {
    VisitSetup setup = Interleaved.setup(test, Duration.ofSeconds(30));
    PointerRef ref = ref();
    VisitRequest request = PointerProtocolTest.request(8);
    return join(
        test.database.run(
            context -> step.apply(new PointerVisit(setup, context, ref, List.of(), request))));
  }

  private VisitResult run() {
    return visiting(PointerVisit::run);
  }

  /** As a process that believed in an hour ago until now. */
  private void stepAhead() {
    long version = test.run(tx -> tx.context().readVersion());
    Instant before = test.clock.instant().minus(HOUR);
    test.cluster.space().time().learn(new ClockReading(before, version), Map.of());
  }

  @Test
  void aHolderWhosePointerWasTakenOverGivesNothingBack() {
    enqueue();
    visiting(visit -> visit.lease(first));
    test.advance(SECOND);
    assertEquals(Optional.empty(), visiting(visit -> visit.lease(second)).ended());
    visiting(visit -> visit.giveBack(first, test.clock.instant()));
    assertInstanceOf(VisitResult.NotVested.class, run());
    visiting(visit -> visit.giveBack(second, test.clock.instant()));
    assertInstanceOf(VisitResult.Taken.class, run());
  }

  @Test
  void aFailedVisitToAPointerThatIsGoneMakesNone() {
    IllegalStateException cause = new IllegalStateException("a test");
    assertInstanceOf(VisitResult.Gone.class, visiting(visit -> visit.backOff(cause)));
    assertInstanceOf(VisitResult.Gone.class, run());
  }

  @Test
  void aVisitByAClockThatHasSteppedChangesNothing() {
    enqueue();
    stepAhead();
    assertInstanceOf(VisitResult.Conflict.class, run());
  }

  @Test
  void aPointerIsNotLeasedByAClockThatHasStepped() {
    enqueue();
    stepAhead();
    assertInstanceOf(
        VisitResult.Conflict.class, visiting(visit -> visit.lease(first)).ended().orElseThrow());
  }

  @Test
  void thePointerOfAPausedZoneRestsForFiveMinutes() {
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    enqueue();
    run();
    test.advance(PAST_WINDOW);
    VisitResult.Idle idle = assertInstanceOf(VisitResult.Idle.class, run());
    assertEquals(test.clock.instant().plus(Duration.ofMinutes(5)), idle.next());
  }

  @Test
  void aZoneAsleepOfWhichMoreIsLeftIsAwakeAndVestsNow() {
    enqueue();
    assertEquals(1, taken(8).items().size());
    assertTrue(isAsleep());
    enqueue();
    enqueue();
    VisitResult.Taken some = taken(1);
    assertTrue(some.moreVested());
    assertEquals(test.clock.instant(), some.next());
    assertFalse(isAsleep());
    assertEquals(1, taken(8).items().size());
    assertTrue(isAsleep());
  }

  @Test
  void sleepsAndTheirConfirmationsAreCounted() {
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    enqueue();
    run();
    PointerMeters.Reading slept = test.cluster.space().meters().read();
    assertEquals(1, slept.slept());
    assertEquals(0, slept.confirmed());
    test.advance(PAST_WINDOW);
    run();
    PointerMeters.Reading confirmed = test.cluster.space().meters().read();
    assertEquals(1, confirmed.slept());
    assertEquals(1, confirmed.confirmed());
  }

  private VisitResult.Taken taken(int itemsMax) {
    TopLevelPeekRequest all = TopLevelPeekRequest.of(100, Duration.ZERO);
    List<TopLevelEntry.Nudge> nudges =
        join(test.cluster.topLevel().peek(0, all)).vested().stream()
            .filter(TopLevelEntry.Nudge.class::isInstance)
            .map(TopLevelEntry.Nudge.class::cast)
            .toList();
    VisitRequest request = PointerProtocolTest.request(itemsMax);
    return assertInstanceOf(
        VisitResult.Taken.class, test.settled(test.cluster.visits().visit(ref(), nudges, request)));
  }

  private boolean isAsleep() {
    PointerRef ref = ref();
    PointerEntries entries = test.cluster.space().entries();
    Boolean asleep =
        join(
            test.database.run(
                context ->
                    entries
                        .read(context, ref.applicationId(), ref.tenant().user(), ref.zone())
                        .thenApply(found -> found.asleep())));
    return asleep;
  }

  @Test
  void aCollectedPointerIsCounted() {
    enqueue();
    assertEquals(1, taken(8).items().size());
    test.run(tx -> tx.zone().purge(10));
    test.advance(HOUR);
    run();
    test.advance(HOUR);
    run();
    assertEquals(1, test.cluster.space().meters().read().collected());
  }

  @Test
  void aVisitThatConflictsIsCountedOnce() {
    enqueue();
    AtomicInteger commits = new AtomicInteger();
    test.plant(
        request -> commits.incrementAndGet() == 1 ? CommitFault.NOT_COMMITTED : CommitFault.NONE);
    assertEquals(1, taken(8).items().size());
    assertEquals(1, test.cluster.space().meters().read().visitConflicts());
    enqueue();
    assertEquals(1, taken(8).items().size());
    assertEquals(1, test.cluster.space().meters().read().visitConflicts());
  }
}
