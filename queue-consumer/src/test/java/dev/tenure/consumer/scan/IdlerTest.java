package dev.tenure.consumer.scan;

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
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.environment.ThrottledLog;
import dev.tenure.consumer.fixture.BreakableWatches;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.NewItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
  private final Idler idler = idler();
  private int wakes;

  @AfterEach
  void close() {
    fleet.close();
    assertEquals(List.of(), failures);
  }

  private Idler idler() {
    Fleet.Site process = fleet.withConnection(watches::connect).process("consumer");
    Loggers loggers = Loggers.of(System::getLogger);
    ThrottledLog log = new ThrottledLog("c", fleet.time, loggers.consumer());
    PersistentExecutor tasks = new PersistentExecutor(fleet.time, fleet.time, failures::add);
    Environment environment =
        new Environment(
            ConsumerOptions.defaults("c"),
            new LifeCycle(),
            tasks,
            null,
            new Scheduler(fleet.time, fleet.time, tasks),
            new RandomSource(fleet.random.split()),
            new Meters(),
            new ListenerDispatch(new ConsumerListener() {}, log),
            loggers,
            log);
    SerialExecutor serial = new SerialExecutor(fleet.time, failures::add);
    return new Idler(
        environment,
        serial,
        new Source(process.cluster(), 0),
        new ConsumerRanks("c", new Shares("c", true)),
        () -> wakes++);
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
}
