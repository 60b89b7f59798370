package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.BreakableWatches;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.fixture.LoggedLines;
import dev.tenure.consumer.service.Consumer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A consumer whose watch was lost sets another one, and hears of work as before. */
class LostWatchTest {
  private static final Duration SOON = Duration.ofMillis(50);
  private static final ItemHandler<String> AT_ONCE =
      (payload, context) -> CompletableFuture.completedFuture(Outcome.done());

  private final Fleet fleet = Fleet.start();
  private final BreakableWatches watches = new BreakableWatches();
  private final Journal journal = new Journal();
  private final Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer start(ItemHandler<String> handler) {
    Fleet.Site process = fleet.withConnection(watches::connect).process("consumer");
    ConsumerOptions options = ConsumerOptions.defaults("c").withPollInterval(Duration.ofHours(1));
    return process.start(options, Handlers.builder().on(Fleet.SEND, handler).build(), journal);
  }

  private void assertHearsOfWork() {
    int before = journal.completed.size();
    producer.send(Fleet.AHAB, "letter");
    fleet.time.pass(SOON);
    assertEquals(before + 1, journal.completed.size());
  }

  @Test
  void lostWhileTheScannerSleeps() {
    start(AT_ONCE);
    fleet.time.pass(Duration.ofMinutes(1));
    watches.lose();
    fleet.time.pass(SOON);
    assertHearsOfWork();
  }

  @Test
  void lostWhileTheScannerIsAwake() {
    start(AT_ONCE);
    fleet.time.pass(Duration.ofMinutes(1));
    producer.send(Fleet.AHAB, "letter");
    fleet.time.runUntil(SOON, () -> journal.completed.size() == 1);
    watches.lose();
    fleet.time.pass(Duration.ofMinutes(2));
    assertHearsOfWork();
  }

  /** The first of these reads is the peek that confirms that there is nothing to do. */
  @Test
  void lostDuringAReadAfterItWasSet() {
    start(AT_ONCE);
    fleet.time.pass(Duration.ofMinutes(1));
    for (int reads = 1; reads <= 10; reads++) {
      watches.loseDuringRead(reads);
      assertHearsOfWork();
      assertHearsOfWork();
      fleet.time.pass(Duration.ofMinutes(2));
    }
  }

  @Test
  void lostAgainAndAgainItIsSetOnceASecond() {
    start(AT_ONCE);
    fleet.time.pass(Duration.ofMinutes(1));
    int before = watches.set();
    for (int i = 0; i < 1_000; i++) {
      watches.lose();
      fleet.time.pass(Duration.ofMillis(10));
    }
    int set = watches.set() - before;
    assertTrue(set >= 5 && set <= 25, set + " watches in ten seconds");
    fleet.time.pass(Duration.ofSeconds(2));
    assertHearsOfWork();
  }

  @Test
  void aWatchThatIsCancelledWithItsConnectionIsNoWarning() {
    try (LoggedLines log = new LoggedLines("dev.tenure.consumer")) {
      start(AT_ONCE);
      fleet.time.pass(Duration.ofMinutes(1));
      watches.lose();
      fleet.time.pass(SOON);
      assertEquals(List.of(), log.lines());
    }
    assertHearsOfWork();
  }

  @Test
  void aWatchThatFailsOtherwiseIsAWarning() {
    try (LoggedLines log = new LoggedLines("dev.tenure.consumer")) {
      start(AT_ONCE);
      fleet.time.pass(Duration.ofMinutes(1));
      watches.fail(new IllegalStateException("planted"));
      fleet.time.pass(SOON);
      assertEquals(1, log.lines().size());
      assertTrue(log.lines().get(0).contains("watching a signal failed"), log.lines() + "");
    }
    assertHearsOfWork();
  }
}
