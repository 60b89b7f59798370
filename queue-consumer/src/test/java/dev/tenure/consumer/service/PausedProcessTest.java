package dev.tenure.consumer.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that runs nothing for longer than a lease, as after SIGSTOP, and comes back. */
@Timeout(600)
final class PausedProcessTest {
  private static final Duration BOUND = Duration.ofSeconds(30 + 6 + 20);
  private static final int ITEMS = 24;

  private static Consumer start(Fleet fleet, Fleet.Site site, String id, Journal journal) {
    return site.start(
        ConsumerOptions.defaults(id).withWorkers(4),
        Handlers.builder()
            .on(
                Fleet.SEND,
                (payload, context) ->
                    fleet.takes(Duration.ofSeconds(1), Outcome.done(Counters.readAndAdd("done"))))
            .build(),
        journal);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 5, 100, 999, 1_000, 1_001, 1_002, 2_500})
  void othersFinishItsItemsAndItsReturnDoesNoHarm(long pausedAfterMillis) {
    try (Fleet fleet = Fleet.start()) {
      Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
      Fleet.Site stopped = fleet.process("stopped");
      Journal journal = new Journal();
      Consumer paused = start(fleet, stopped, "paused", journal);
      fleet.time.pass(Duration.ofSeconds(1));
      for (int i = 0; i < ITEMS; i++) {
        producer.send(Fleet.AHAB, "letter");
      }
      fleet.time.pass(Duration.ofMillis(pausedAfterMillis));
      stopped.executor().stallFor(Duration.ofMinutes(3));
      Consumer other = start(fleet, fleet.process("other"), "other", journal);
      fleet.time.pass(BOUND);
      assertEquals(0, producer.left(Fleet.AHAB), "left to the live consumer");
      assertEquals(ITEMS, producer.counter(Fleet.AHAB, "done"));

      fleet.time.pass(Duration.ofMinutes(3));
      assertEquals(ITEMS, producer.counter(Fleet.AHAB, "done"), "after its return");
      assertTrue(paused.status().load().isAtRest(), paused.status().load() + "");
      fleet.time.join(other.stop(Duration.ofSeconds(5)));
      producer.send(Fleet.AHAB, "letter");
      fleet.time.pass(BOUND);
      assertEquals(ITEMS + 1, producer.counter(Fleet.AHAB, "done"), "by the consumer alone");
      assertTrue(journal.completed.values().stream().allMatch(times -> times == 1));
      assertTrue(paused.status().load().isAtRest(), paused.status().load() + "");
    }
  }
}
