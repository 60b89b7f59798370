package dev.tenure.consumer.upkeep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.TenantSchemas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seed 976742 of the world deployments: items waited for an hour after their holder's death. */
final class StrandedSearchesTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int ITEMS = 3;

  private final Journal journal = new Journal();

  private static Consumer start(Fleet.Site site, String id, Duration takes, Journal journal) {
    Handlers handlers =
        Handlers.builder()
            .on(
                Fleet.SEND,
                (payload, context) -> site.fleet().takes(takes, Outcome.done(Counters.add("done"))))
            .build();
    return site.start(ConsumerOptions.defaults(id), handlers, journal);
  }

  /** A consumer whose clock is an hour ahead takes all items, and dies. */
  private Fleet.Site strand(Fleet fleet) {
    Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
    Consumer fast =
        start(
            fleet.processWithClock("fast", () -> fleet.time.instant().plus(HOUR)),
            "a",
            HOUR,
            journal);
    fleet.time.pass(Duration.ofSeconds(1));
    for (int i = 0; i < ITEMS; i++) {
      producer.send(Fleet.AHAB, "x");
    }
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(ITEMS, journal.started.size());
    fast.halt();
    return producer;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void nextConsumerRunsTheItems(String id) {
    try (Fleet fleet = Fleet.start()) {
      Fleet.Site producer = strand(fleet);
      start(fleet.process("next"), id, Duration.ofSeconds(1), journal);
      fleet.time.pass(Duration.ofSeconds(30 + 50));
      assertEquals(ITEMS, producer.counter(Fleet.AHAB, "done"));
      assertEquals(0, producer.left(Fleet.AHAB));
      assertEquals(List.of(), producer.cluster().consumers().diedAhead());
    }
  }

  /** The first by id cannot search the zone, since it does not know the schema. */
  @Test
  void consumerThatKnowsTheSchemaSearchesInItsTurn() {
    try (Fleet fleet = Fleet.start()) {
      Fleet.Site producer = strand(fleet);
      start(
          fleet.processKnowing("without the schema", TenantSchemas.of(Map.of())),
          "b",
          Duration.ofSeconds(1),
          new Journal());
      start(fleet.process("able"), "c", Duration.ofSeconds(1), journal);
      fleet.time.pass(Duration.ofSeconds(30 + 60));
      assertEquals(ITEMS, producer.counter(Fleet.AHAB, "done"));
    }
  }

  @Test
  void consumerThatStopsSearchesNoMore() {
    try (Fleet fleet = Fleet.start()) {
      strand(fleet);
      Consumer next = start(fleet.process("next"), "b", Duration.ofSeconds(1), journal);
      fleet.time.pass(Duration.ofSeconds(13));
      var unused = next.stop(Duration.ZERO);
      fleet.time.pass(Duration.ofMinutes(2));
      assertEquals(ITEMS, journal.started.size());
    }
  }
}
