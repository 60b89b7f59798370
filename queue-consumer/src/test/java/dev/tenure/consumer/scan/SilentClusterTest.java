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
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster that does not answer stops no other. */
class SilentClusterTest {
  private static final Duration BOUND = Duration.ofSeconds(10);
  private static final int ZONES = 40;

  private final Journal journal = new Journal();
  private final Fleet fleet =
      Fleet.start(3, ClusterOptions.named("east"), ClusterOptions.named("west"));

  @AfterEach
  void close() {
    fleet.close();
  }

  private TenantId tenantOn(Fleet.Site site, String cluster) {
    for (int number = 0; ; number++) {
      TenantId tenant = new TenantId("mail", "user-" + number);
      if (fleet.time.join(site.deployment().createTenant(tenant)).name().equals(cluster)) {
        return tenant;
      }
    }
  }

  private static void enqueue(Fleet.Site site, TenantId tenant) {
    for (int zone = 0; zone < ZONES; zone++) {
      String name = "zone-" + zone;
      site.run(tenant, tx -> tx.zone(name).enqueue(NewItem.of(Fleet.SEND, "letter")));
    }
  }

  /** A consumer whose managers all visit a cluster that answers no commits; another one is well. */
  private record Hung(Fleet.Site producer, TenantId well, Fleet.Site process, Consumer consumer) {}

  private Hung withholdCommits(int managers) {
    Fleet.Site producer = fleet.process("producer");
    TenantId hung = tenantOn(producer, "west");
    TenantId well = tenantOn(producer, "east");
    fleet.withLateAnswers(LateOptions.punctual(7));
    Fleet.Site process = fleet.process("consumer");
    ConsumerOptions options =
        ConsumerOptions.defaults("c").withManagers(managers).withWorkers(1_000);
    ItemHandler<String> atOnce =
        (payload, context) -> CompletableFuture.completedFuture(Outcome.done());
    Consumer consumer =
        process.start(options, Handlers.builder().on(Fleet.SEND, atOnce).build(), journal);
    fleet.time.pass(Duration.ofSeconds(1));

    Fleet.late(process, "west").hangCommits();
    enqueue(producer, hung);
    fleet.time.pass(Duration.ofMillis(100));
    return new Hung(producer, well, process, consumer);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void othersGoOnWhileAClusterHangsThatHoldsAllManagers(int managers) {
    Hung fixture = withholdCommits(managers);
    assertEquals(managers, fixture.consumer().status().load().pointers(), "all managers are held");
    Fleet.late(fixture.process(), "west").hang();
    for (int round = 1; round <= 5; round++) {
      enqueue(fixture.producer(), fixture.well());
      fleet.time.pass(BOUND);
      assertEquals(round * ZONES, journal.completed.size(), "round " + round);
    }

    Fleet.late(fixture.process(), "west").release();
    fleet.time.pass(Duration.ofSeconds(40));
    assertEquals(6 * ZONES, journal.completed.size());
    fleet.time.pass(Duration.ofSeconds(40));
    assertTrue(
        fixture.consumer().status().load().isAtRest(), fixture.consumer().status().load() + "");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void othersGoOnWhileAClusterAnswersReadsAndNoCommits(int managers) {
    Hung fixture = withholdCommits(managers);
    for (int round = 1; round <= 5; round++) {
      enqueue(fixture.producer(), fixture.well());
      fleet.time.pass(BOUND);
      assertEquals((long) round * ZONES, completed(fixture.well()), "round " + round);
    }

    Fleet.late(fixture.process(), "west").release();
    fleet.time.pass(Duration.ofSeconds(80));
    assertEquals(6 * ZONES, journal.completed.size());
    assertTrue(
        fixture.consumer().status().load().isAtRest(), fixture.consumer().status().load() + "");
  }

  private long completed(TenantId tenant) {
    return journal.completed.keySet().stream().filter(it -> it.startsWith(tenant + " ")).count();
  }

  /** Time stands still between a question and its answer. */
  @Tag("punctual") // the peek is to be answered at the very instant at which the cluster is silent
  @Test
  void aPeekThatIsAnsweredAtTheInstantOfTheSilenceEndsIt() {
    Fleet.Site producer = fleet.process("producer");
    TenantId tenant = tenantOn(producer, "west");
    enqueue(producer, tenant);
    fleet.faults.slow(
        request -> request.mutations().stream().anyMatch(SilentClusterTest::isOfOneZone),
        Duration.ofMinutes(1));
    fleet
        .process("consumer")
        .start(
            ConsumerOptions.defaults("c").withManagers(1),
            Handlers.builder()
                .on(
                    Fleet.SEND,
                    (payload, context) -> CompletableFuture.completedFuture(Outcome.done()))
                .build(),
            journal);
    fleet.time.pass(Duration.ofSeconds(5));
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(40));
    assertEquals(ZONES, journal.completed.size());
  }

  private static boolean isOfOneZone(Mutation mutation) {
    return mutation instanceof Mutation.Set set
        && new String(set.key(), StandardCharsets.ISO_8859_1).contains("zone-7");
  }
}
