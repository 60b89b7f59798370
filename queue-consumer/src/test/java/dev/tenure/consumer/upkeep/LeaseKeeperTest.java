package dev.tenure.consumer.upkeep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.LifeCycle;
import dev.tenure.consumer.environment.ListenerDispatch;
import dev.tenure.consumer.environment.Loggers;
import dev.tenure.consumer.environment.Meters;
import dev.tenure.consumer.environment.PersistentExecutor;
import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.environment.ThrottledLog;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.InFlightItem.ItemPhase;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.pointer.TopLevelQueue;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When the leases of single items are extended, given back, and lost. */
@Tag("punctual") // expects times to the millisecond
final class LeaseKeeperTest {
  private static final Duration LEASE = Duration.ofSeconds(8);
  private static final Duration HALF = LEASE.dividedBy(2);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration FOR_EVER = Duration.ofMinutes(10);

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final LifeCycle lifeCycle = new LifeCycle();
  private final Meters meters = new Meters();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<InFlightItem> released = new ArrayList<>();
  private final List<InFlightItem> lost = new ArrayList<>();
  private final LeaseKeeper keeper = keeper(released::add, this::lose);
  private int commits;

  @AfterEach
  void close() {
    fleet.close();
    assertEquals(List.of(), failures);
  }

  private void lose(InFlightItem inFlight) {
    lost.add(inFlight);
    inFlight.lose();
  }

  private LeaseKeeper keeper(Consumer<InFlightItem> release, Consumer<InFlightItem> lose) {
    Loggers loggers = Loggers.of(System::getLogger);
    ThrottledLog log = new ThrottledLog("c", fleet.time, loggers.consumer());
    PersistentExecutor tasks = new PersistentExecutor(fleet.time, fleet.time, failures::add);
    Environment environment =
        new Environment(
            ConsumerOptions.defaults("c").withItemLease(LEASE),
            lifeCycle,
            tasks,
            null,
            new Scheduler(fleet.time, fleet.time, tasks),
            new RandomSource(fleet.random.split()),
            meters,
            new ListenerDispatch(new ConsumerListener() {}, log),
            loggers,
            log);
    return new LeaseKeeper(environment, release, lose);
  }

  private InFlightItem waiting(String id) {
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "letter").withId(id));
    LeasedItem leased =
        process.run(Fleet.AHAB, tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "c"))).get(0);
    return new InFlightItem(
        new ItemLocation.OfTenant(process.cluster(), Fleet.AHAB, "default"), leased, now());
  }

  private InFlightItem running(String id) {
    InFlightItem inFlight = waiting(id);
    assertTrue(inFlight.begin(now()));
    return inFlight;
  }

  private Instant now() {
    return fleet.time.instant();
  }

  private void pass(Duration duration) {
    fleet.time.pass(duration);
  }

  private long extended() {
    return meters.leases().extended();
  }

  private CommitFault refused() {
    commits++;
    return CommitFault.TRANSACTION_TOO_OLD;
  }

  @Test
  void anItemThatStillWaitsAtHalfItsLeaseIsGivenBack() {
    InFlightItem inFlight = waiting("a");
    keeper.keep(inFlight);
    pass(HALF.minus(MILLI));
    assertEquals(List.of(), released);
    pass(MILLI);
    assertEquals(List.of(inFlight), released);
    pass(LEASE);
    assertEquals(List.of(inFlight), released);
    assertEquals(0, extended());
  }

  @Test
  void theLeaseOfARunningItemIsExtendedAtEachHalf() {
    Instant begun = now();
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    pass(HALF.minus(MILLI));
    assertEquals(0, extended());
    pass(MILLI);
    assertEquals(1, extended());
    assertEquals(begun.plus(HALF).plus(LEASE), inFlight.lease().until());
    pass(HALF.multipliedBy(3));
    assertEquals(4, extended());
    assertEquals(now().plus(LEASE), inFlight.lease().until());
    assertEquals(List.of(), lost);
    assertEquals(List.of(), released);
  }

  @Test
  void anItemThatIsBeingEndedIsExtendedNearTheEndOfItsLease() {
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    assertTrue(inFlight.beginEnding(ItemPhase.RUNNING));
    inFlight.committing(true);
    pass(Duration.ofSeconds(7).minus(MILLI));
    assertEquals(0, extended());
    pass(MILLI);
    assertEquals(1, extended());
  }

  @Test
  void anItemThatHasEndedIsKeptNoMore() {
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    inFlight.ended();
    keeper.keep(inFlight);
    pass(LEASE.multipliedBy(2));
    assertEquals(0, extended());
    assertEquals(List.of(), lost);
    assertEquals(0, fleet.time.timersWaiting());
  }

  @Test
  void anItemThatSomebodyElseEndedIsLostOnce() {
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    process.run(Fleet.AHAB, tx -> tx.zone().cancel("a"));
    pass(HALF.minus(MILLI));
    assertEquals(List.of(), lost);
    pass(MILLI);
    assertEquals(List.of(inFlight), lost);
    pass(LEASE.multipliedBy(2));
    assertEquals(List.of(inFlight), lost);
    assertEquals(0, extended());
  }

  @Test
  void whileTheDatabaseRefusesItIsTriedAtLeastOnceASecondAndExtendedWhenThatEnds() {
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    fleet.faults.plant(request -> refused());
    pass(HALF.plusSeconds(2));
    int tried = commits;
    assertTrue(tried >= 2, tried + " commits");
    fleet.faults.none();
    pass(Duration.ofMillis(1_500));
    assertEquals(1, extended());
    assertEquals(List.of(), lost);
  }

  @Test
  void anItemWhoseExtensionIsRefusedUntilTheEndOfItsLeaseIsLostThen() {
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    fleet.faults.plant(request -> refused());
    pass(LEASE.minusMillis(20));
    assertEquals(List.of(), lost);
    pass(Duration.ofMillis(20));
    assertEquals(List.of(inFlight), lost);
    int tried = commits;
    assertTrue(tried < 400, "without a pause between " + tried + " commits");
    pass(LEASE);
    assertEquals(List.of(inFlight), lost);
  }

  @Test
  void anItemWhoseExtensionIsNotAnsweredIsLostAtTheEndOfItsLease() {
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    fleet.faults.slow(request -> true, FOR_EVER);
    pass(LEASE.minus(MILLI));
    assertEquals(List.of(), lost);
    pass(MILLI);
    assertEquals(List.of(inFlight), lost);
  }

  @Test
  void aBatchThatIsNotAnsweredHoldsTheNextOneUpForALeaseAtMost() {
    keeper.keep(running("a"));
    pass(MILLI);
    boolean[] first = {true};
    fleet.faults.slow(
        request -> {
          boolean held = first[0];
          first[0] = false;
          return held;
        },
        FOR_EVER);
    pass(HALF.plus(MILLI));
    assertFalse(first[0], "the first batch is on its way");
    pass(Duration.ofSeconds(2));
    InFlightItem next = running("b");
    keeper.keep(next);
    pass(LEASE.minus(MILLI));
    assertEquals(1, extended());
    assertFalse(lost.contains(next));
    assertEquals(ItemPhase.RUNNING, next.phase());
  }

  @Test
  void anItemWhoseEndGetsUnderWayBetweenTwoAttemptsIsLeftOutOfTheNext() {
    InFlightItem ending = running("a");
    InFlightItem other = running("b");
    keeper.keep(ending);
    keeper.keep(other);
    boolean[] first = {true};
    fleet.faults.plant(
        request -> {
          if (!first[0]) {
            return CommitFault.NONE;
          }
          first[0] = false;
          ending.committing(true);
          other.committing(true);
          return CommitFault.NOT_COMMITTED;
        });
    pass(HALF.plusSeconds(2));
    assertFalse(first[0]);
    assertEquals(0, extended());
    pass(Duration.ofSeconds(1).plus(MILLI));
    assertEquals(2, extended());
    assertEquals(List.of(), lost);
  }

  @Test
  void onceTheConsumerIsOverNothingIsTriedAgain() {
    InFlightItem inFlight = running("a");
    keeper.keep(inFlight);
    fleet.faults.plant(
        request -> {
          lifeCycle.halt();
          return refused();
        });
    pass(HALF.plusSeconds(2));
    int tried = commits;
    assertTrue(tried > 0);
    pass(Duration.ofSeconds(2).minus(MILLI));
    assertEquals(tried, commits);
  }

  private InFlightItem runningLocally() {
    TopLevelQueue local = process.cluster().topLevel();
    fleet.time.join(
        local.runLocal(0, zone -> zone.enqueue(NewItem.of(Fleet.SEND, "sweep").withId("a"))));
    LeasedItem leased =
        fleet
            .time
            .join(local.runLocal(0, zone -> zone.dequeue(DequeueRequest.of(1, LEASE, "c"))))
            .get(0);
    InFlightItem inFlight =
        new InFlightItem(
            new ItemLocation.OfCluster(process.cluster(), 0, leased.item().zone()), leased, now());
    assertTrue(inFlight.begin(now()));
    return inFlight;
  }

  @Test
  void theLeaseOfALocalItemIsExtendedAndLostToo() {
    InFlightItem inFlight = runningLocally();
    keeper.keep(inFlight);
    pass(HALF);
    assertEquals(1, extended());
    assertEquals(now().plus(LEASE), inFlight.lease().until());
    TopLevelQueue local = process.cluster().topLevel();
    fleet.time.join(local.runLocal(0, zone -> zone.cancel("a")));
    pass(HALF);
    assertEquals(List.of(inFlight), lost);
    assertEquals(1, extended());
  }
}
