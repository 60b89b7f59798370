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
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The clock of one consumer steps while its handlers run. A clock that jumps ahead of the leases
 * may cost them, and the items run again.
 */
@Timeout(600)
final class SteppingClockTest {
  private static final Duration BOUND = Duration.ofSeconds(30 + 6 + 20);

  private Duration step = Duration.ZERO;

  @ParameterizedTest
  @CsvSource({"1, -3600", "1, 3600", "3, -3600", "3, 3600", "3, -9", "3, 9", "1, -40", "1, 40"})
  void itemsAreDoneOnceAndOthersBeginInTime(int consumers, long stepSeconds) {
    try (Fleet fleet = Fleet.start()) {
      Journal journal = new Journal();
      Handlers handlers =
          Handlers.builder()
              .on(
                  Fleet.SEND,
                  (payload, context) ->
                      fleet.takes(
                          Duration.ofSeconds(payload.equals("long") ? 90 : 1),
                          Outcome.done(Counters.add("done"))))
              .build();
      Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
      Consumer stepping =
          fleet
              .processWithClock("stepping", () -> fleet.time.instant().plus(step))
              .start(ConsumerOptions.defaults("c0"), handlers, journal);
      fleet.time.pass(Duration.ofSeconds(1));
      for (int i = 0; i < 4; i++) {
        producer.send(Fleet.AHAB, "long");
      }
      fleet.time.pass(Duration.ofSeconds(1));
      assertEquals(4, journal.started.size());
      for (int i = 1; i < consumers; i++) {
        fleet.process("process " + i).start(ConsumerOptions.defaults("c" + i), handlers, journal);
      }
      fleet.time.pass(Duration.ofSeconds(30));
      step = Duration.ofSeconds(stepSeconds);
      if (consumers > 1) {
        for (int i = 0; i < 4; i++) {
          producer.send(Fleet.AHAB, "short");
        }
        fleet.time.pass(BOUND);
        assertTrue(journal.started.size() >= 8, "begun within the bound");
      }
      boolean costsLeases = stepSeconds > 30;
      fleet.time.pass(Duration.ofSeconds(costsLeases ? 300 : 90));
      assertEquals(consumers > 1 ? 8 : 4, producer.counter(Fleet.AHAB, "done"));
      assertEquals(0, producer.left(Fleet.AHAB));
      if (!costsLeases) {
        assertEquals(consumers > 1 ? 8 : 4, journal.started.size(), "each once");
        assertEquals(0, stepping.status().leases().lost());
      }
      assertTrue(stepping.status().load().isAtRest(), stepping.status().load() + "");
    }
  }
}
