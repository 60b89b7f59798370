package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.TenantSchemas;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An item that one live consumer can run is run, whatever the other consumers lack. */
class AbleConsumersTest {
  private static final Duration SKEW = Duration.ofSeconds(10);
  private static final Duration BOUND = Duration.ofSeconds(30 + 6).plus(SKEW.multipliedBy(2));
  private static final int TENANTS = 10;

  private final Journal journal = new Journal();
  private Fleet fleet = Fleet.start();

  @AfterEach
  void close() {
    fleet.close();
  }

  private static ItemHandler<String> atOnce() {
    return (payload, context) -> CompletableFuture.completedFuture(Outcome.done());
  }

  private static Handlers sends() {
    return Handlers.builder().on(Fleet.SEND, atOnce()).build();
  }

  private static TenantId tenant(String application, int number) {
    return new TenantId(application, "user-" + number);
  }

  private void enqueue(Fleet.Site producer, String application) {
    IntStream.range(0, TENANTS)
        .mapToObj(number -> tenant(application, number))
        .forEach(tenant -> producer.withTenant(tenant).send(tenant, "letter"));
  }

  private static Consumer start(Fleet.Site site, String id, Handlers handlers, Journal journal) {
    return site.start(ConsumerOptions.defaults(id), handlers, journal);
  }

  private Fleet.Site knowing(String process, String application) {
    return fleet.processKnowing(process, TenantSchemas.of(Map.of(application, Fleet.schema(1))));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void twoApplicationsHaveFleetsOfTheirOwnOnOneCluster(int seed) {
    fleet = Fleet.start(seed, ClusterOptions.named("a").withShards(1 + seed % 3));
    for (int number = 0; number < 3; number++) {
      start(knowing("mail-" + number, "mail"), "c" + seed + number, sends(), journal);
      start(knowing("photos-" + number, "photos"), "d" + (9 - seed) + number, sends(), journal);
    }
    fleet.time.pass(Duration.ofSeconds(10));
    enqueue(knowing("mail-producer", "mail"), "mail");
    enqueue(knowing("photos-producer", "photos"), "photos");
    fleet.time.pass(BOUND);
    assertEquals(2 * TENANTS, journal.completed.size());
    enqueue(knowing("mail-producer", "mail"), "mail");
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(3 * TENANTS, journal.completed.size(), "each fleet knows what is the other's");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "d", "e", "f", "g", "h"})
  void aConsumerOfOlderMetaDataLeavesUpgradedStoresToTheOthers(String old) {
    Fleet.Site upgraded = fleet.processKnowing("new", TenantSchemas.same(Fleet.schema(2)));
    enqueue(upgraded, "mail");
    Consumer unable = start(fleet.process("old"), old, sends(), new Journal());
    start(upgraded, "dd", sends(), journal);
    fleet.time.pass(BOUND);
    assertEquals(TENANTS, journal.completed.size());
    assertTrue(unable.status().visits().unable() < 10 * TENANTS);
  }

  @Test
  void aConsumerThatLearnsASchemaRunsWhatHadWaited() {
    boolean[] known = new boolean[1];
    TenantSchemas learning =
        application -> {
          if (!known[0]) {
            throw new QueueException(QueueException.Code.APPLICATION_NOT_FOUND, application);
          }
          return Fleet.schema(1);
        };
    enqueue(fleet.process("producer"), "mail");
    start(fleet.processKnowing("learning", learning), "c", sends(), journal);
    fleet.time.pass(Duration.ofMinutes(30));
    assertEquals(0, journal.completed.size());
    known[0] = true;
    fleet.time.pass(Duration.ofSeconds(6));
    assertEquals(TENANTS, journal.completed.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {-10, 0, 10, 11, 3_600})
  void aConsumerWithoutTheTypeLeavesItToTheOthersWhateverItsClockShows(int aheadSeconds) {
    fleet = Fleet.start(7, ClusterOptions.named("a"));
    Duration ahead = Duration.ofSeconds(aheadSeconds);
    InstantSource clock = () -> fleet.time.instant().plus(ahead);
    Fleet.Site producer = fleet.process("producer");
    enqueue(producer, "mail");
    Handlers prints = Handlers.builder().on(Fleet.PRINT, atOnce()).build();
    Fleet.Site unable = fleet.processWithClock("unable", clock);
    start(unable, "a", prints, new Journal());
    fleet.time.pass(Duration.ofSeconds(20));
    Fleet.Site able = fleet.processWithClock("able", () -> fleet.time.instant().minus(SKEW));
    start(able, "b", sends(), journal);
    fleet.time.pass(BOUND);
    assertEquals(TENANTS, journal.completed.size());
    enqueue(producer, "mail");
    fleet.time.pass(BOUND);
    assertEquals(2 * TENANTS, journal.completed.size());
  }

  /**
   * The pointers stay vested for the consumer whose clock is ahead; it does not visit them at once.
   */
  @Test
  void aConsumerWhoseClockIsDisputedLooksRarelyIntoZonesThatOthersWorkOn() {
    Handlers slow =
        Handlers.builder()
            .on(
                Fleet.SEND,
                (payload, context) -> fleet.takes(Duration.ofMinutes(2), Outcome.done()))
            .build();
    start(fleet.process("right"), "right", slow, journal);
    fleet.time.pass(Duration.ofSeconds(1));
    fleet.process("producer").withTenant(Fleet.AHAB).send(Fleet.AHAB, "letter");
    InstantSource anHourAhead = () -> fleet.time.instant().plus(Duration.ofHours(1));
    Consumer ahead =
        start(fleet.processWithClock("ahead", anHourAhead), "ahead", slow, new Journal());
    fleet.time.pass(Duration.ofMinutes(1));
    assertTrue(ahead.status().visits().visits() < 200, ahead.status()::toString);
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(1, journal.completed.size());
  }

  @Test
  void aBacklogThatNobodyHereRunsHidesNothingBehindIt() {
    Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
    for (int zone = 0; zone < 300; zone++) {
      String name = "zone-" + zone;
      producer.run(Fleet.AHAB, tx -> tx.zone(name).enqueue(NewItem.of(Fleet.PRINT, "page")));
      fleet.time.pass(Duration.ofMillis(1));
    }
    ConsumerOptions narrow = ConsumerOptions.defaults("c").withPeekMax(50).withManagers(1);
    producer.start(narrow, sends(), journal);
    fleet.time.pass(Duration.ofMinutes(10));
    producer.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(6));
    assertEquals(1, journal.completed.size());
  }
}
