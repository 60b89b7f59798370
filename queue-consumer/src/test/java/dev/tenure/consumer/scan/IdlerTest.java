package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.fixture.BreakableWatches;
import dev.tenure.consumer.fixture.Environments;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What wakes a scan that sleeps, and that nothing wakes one that is awake. */
@Tag("punctual") // expects times to the millisecond
class IdlerTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofHours(1);

  private final Fleet fleet = Fleet.start();
  private final BreakableWatches watches = new BreakableWatches();
  private final Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
  private final List<Throwable> failures = new ArrayList<>();
  private final Shares shares = new Shares("c", true);
  private final ConsumerRanks ranks = new ConsumerRanks("c", shares);
  private final Source source =
      new Source(fleet.withConnection(watches::connect).process("consumer").cluster(), 0);
  private final Idler idler = idler();
  private int wakes;

  @AfterEach
  void close() {
    fleet.close();
    assertEquals(List.of(), failures);
  }

  private Idler idler() {
    Environment environment = Environments.of(fleet, ConsumerOptions.defaults("c"), failures::add);
    SerialExecutor serial = new SerialExecutor(fleet.time, failures::add);
    return new Idler(environment, serial, source, ranks, () -> wakes++);
  }

  private void arm() {
    boolean[] armed = new boolean[1];
    idler.arm(() -> armed[0] = true);
    pass(Duration.ofMillis(1));
    assertTrue(armed[0]);
  }

  private void pass(Duration duration) {
    fleet.time.pass(duration);
  }

  private Instant now() {
    return fleet.time.instant();
  }

  private void loseWatch() {
    watches.lose();
    pass(Duration.ofMillis(1));
  }

  @Test
  void aScanThatIsAwakeIsNotWoken() {
    arm();
    loseWatch();
    idler.wakeNow();
    idler.wakeBy(now().plus(SECOND), false);
    pass(LONG);
    assertEquals(0, wakes);
    assertFalse(idler.watching());
  }

  @Test
  void aScanThatSleepsWithoutAWatchIsWokenByTheTimeAlone() {
    arm();
    loseWatch();
    idler.sleep(Instant.MAX, now().plus(SECOND));
    pass(SECOND.minusMillis(1));
    assertEquals(0, wakes);
    pass(LONG);
    assertEquals(1, wakes);
  }

  @Test
  void aScanWhoseWatchIsLostASecondTimeIsWokenASecondLater() {
    arm();
    loseWatch();
    arm();
    idler.sleep(Instant.MAX, now().plus(LONG));
    loseWatch();
    assertEquals(0, wakes);
    assertTrue(idler.watching());
    pass(SECOND.minusMillis(2));
    assertEquals(0, wakes);
    pass(Duration.ofMillis(2));
    assertEquals(1, wakes);
    assertFalse(idler.watching());
  }

  @Test
  void aSignalWakesAScanThatSleepsOnce() {
    arm();
    idler.sleep(Instant.MAX, now().plus(LONG));
    pass(SECOND);
    assertEquals(0, wakes);
    producer.send(Fleet.AHAB, "letter");
    pass(SECOND);
    assertEquals(1, wakes);
    producer.run(Fleet.AHAB, tx -> tx.zone("other").enqueue(item()));
    pass(LONG.multipliedBy(2));
    assertEquals(1, wakes);
  }

  private static NewItem item() {
    return NewItem.of(Fleet.SEND, "letter");
  }

  @Test
  void theEarliestTimeWakes() {
    arm();
    Instant begun = now();
    idler.sleep(begun.plus(SECOND.multipliedBy(3)), begun.plus(LONG));
    idler.wakeBy(begun.plus(SECOND), true);
    idler.wakeBy(begun.plus(SECOND.multipliedBy(2)), true);
    pass(SECOND.minusMillis(1));
    assertEquals(0, wakes);
    pass(Duration.ofMillis(1));
    assertEquals(1, wakes);
    pass(LONG.multipliedBy(2));
    assertEquals(1, wakes);
  }

  @Test
  void aClosedOneWakesNobody() {
    arm();
    idler.sleep(now().plus(SECOND), now().plus(SECOND));
    idler.close();
    producer.send(Fleet.AHAB, "letter");
    idler.clockMoved();
    pass(LONG);
    assertEquals(0, wakes);
  }

  /** The delay after which it is this consumer's turn, as the third of five. */
  private Duration turn() {
    List<ConsumerInfo> live = new ArrayList<>();
    live.add(new ConsumerInfo("c", Instant.EPOCH, Instant.EPOCH, Set.of("send")));
    for (int i = 0; ranks.rank(source) < 2; i++) {
      live.add(new ConsumerInfo("other-" + i, Instant.EPOCH, Instant.EPOCH, Set.of("send")));
      shares.live("a", live);
    }
    return Tuning.defaults().rankDelay().multipliedBy(2);
  }

  @Test
  void whenAnEntryVestsTheFirstInRankComesFirst() {
    Duration turn = turn();
    arm();
    idler.sleep(now().plus(SECOND), now().plus(LONG));
    pass(SECOND.plus(turn).minusMillis(1));
    assertEquals(0, wakes);
    pass(Duration.ofMillis(1));
    assertEquals(1, wakes);
  }

  @Test
  void afterASignalTheFirstInRankComesFirst() {
    Duration turn = turn();
    arm();
    idler.sleep(Instant.MAX, now().plus(LONG));
    watches.fire();
    pass(turn.minusMillis(1));
    assertEquals(0, wakes);
    pass(Duration.ofMillis(1));
    assertEquals(1, wakes);
  }

  @Test
  void behindAnyNumberOfOthersItsTurnComesWithinSeconds() {
    List<ConsumerInfo> live = new ArrayList<>();
    live.add(new ConsumerInfo("c", Instant.EPOCH, Instant.EPOCH, Set.of("send")));
    for (int i = 0; i < 3_000; i++) {
      live.add(new ConsumerInfo("other-" + i, Instant.EPOCH, Instant.EPOCH, Set.of("print")));
    }
    shares.live("a", live);
    assertTrue(ranks.rank(source) > 600, "rank " + ranks.rank(source));
    arm();
    idler.sleep(Instant.MAX, now().plus(LONG));
    watches.fire();
    pass(Idler.TURN_LATEST.dividedBy(2).minusMillis(1));
    assertEquals(0, wakes);
    pass(Idler.TURN_LATEST.dividedBy(2).plusMillis(1));
    assertEquals(1, wakes);
  }

  @Test
  void aTurnThatComesLaterThanThePollDoesNotPostponeIt() {
    turn();
    arm();
    idler.sleep(now().plus(SECOND), now().plus(SECOND).plusMillis(5));
    pass(SECOND.plusMillis(4));
    assertEquals(0, wakes);
    pass(Duration.ofMillis(1));
    assertEquals(1, wakes);
  }

  @Test
  void whenItsPollIsDueNoOtherComesFirst() {
    turn();
    arm();
    idler.sleep(Instant.MAX, now().plus(SECOND));
    pass(SECOND);
    assertEquals(1, wakes);
  }

  @Test
  void aScanThatSleepsAfterItsWatchWasLostTwiceIsWokenWithinASecond() {
    arm();
    loseWatch();
    arm();
    loseWatch();
    idler.sleep(Instant.MAX, now().plus(LONG));
    pass(SECOND);
    assertEquals(1, wakes);
  }

  @Test
  void aClockThatMovesWakes() {
    arm();
    idler.sleep(Instant.MAX, now().plus(LONG));
    idler.clockMoved();
    assertEquals(1, wakes);
  }

  @Test
  void aClosedOneHasNoWatch() {
    arm();
    assertEquals(1, watches.open());
    idler.close();
    pass(Duration.ofMillis(1));
    assertEquals(0, watches.open());
  }
}
