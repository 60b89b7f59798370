package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.ConsumerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that know one another divide what waits, and whatever one leaves others take. */
class DividedWorkTest {
  private static final int TENANTS = 480;
  private static final Duration DUE = Duration.ofSeconds(30);
  private static final Duration WORK = Duration.ofMillis(10);

  private final Fleet fleet = Fleet.startShuffled(5, ClusterOptions.named("a").withShards(2));
  private final Fleet.Site producer = fleet.process("producer");
  private final List<Consumer> consumers = new ArrayList<>();
  private int done;
  private long collisionsOfMost;

  @AfterEach
  void close() {
    fleet.close();
  }

  private void backlog() {
    for (int i = 0; i < TENANTS; i++) {
      TenantId tenant = new TenantId("mail", "user-" + i);
      producer.withTenant(tenant).enqueue(tenant, NewItem.of(Fleet.SEND, "x").withDelay(DUE));
    }
  }

  private ConsumerOptions options(boolean divided) {
    return ConsumerOptions.defaults("c" + consumers.size())
        .withManagers(2)
        .withWorkers(4)
        .withTuning(Tuning.defaults().withDivided(divided).withWaitingMax(0));
  }

  private void start(ConsumerOptions options, Handlers handlers) {
    consumers.add(
        fleet
            .process("process " + consumers.size())
            .start(options, handlers, new ConsumerListener() {}));
  }

  private Handlers handlers() {
    return Handlers.builder()
        .on(
            Fleet.SEND,
            (payload, context) ->
                fleet.takes(WORK, Outcome.done()).whenComplete((outcome, error) -> done()))
        .build();
  }

  /** The last fifth does not count: few zones for all. */
  private void done() {
    done++;
    if (done == TENANTS / 5 * 4) {
      collisionsOfMost = collisions();
    }
  }

  private static Handlers hanging() {
    return Handlers.builder()
        .on(Fleet.SEND, (payload, context) -> new CompletableFuture<Outcome>())
        .build();
  }

  private long collisions() {
    return consumers.stream()
        .map(consumer -> consumer.status().visits())
        .mapToLong(visits -> visits.conflictsReading() + visits.conflictsCommitting())
        .sum();
  }

  private long collisions(boolean divided) {
    backlog();
    for (int i = 0; i < 3; i++) {
      start(options(divided), handlers());
    }
    fleet.time.pass(DUE.plusSeconds(5));
    assertEquals(TENANTS, done);
    return collisionsOfMost;
  }

  @Tag("punctual") // counts by times between answers
  @Test
  void ofADividedBacklogFewVisitsComeTooLate() {
    long collisions = collisions(true);
    assertTrue(collisions < TENANTS / 20, collisions + " collisions");
  }

  @Test
  void ofAnUndividedOneMoreDo() {
    long collisions = collisions(false);
    assertTrue(collisions > TENANTS / 20, collisions + " collisions");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatAConsumerCannotTakeOthersTake(int hanging) {
    backlog();
    for (int i = 0; i < 3; i++) {
      start(options(true), i < hanging ? hanging() : handlers());
    }
    fleet.time.pass(DUE.plusSeconds(4));
    long inFlight =
        consumers.stream().mapToLong(consumer -> consumer.status().load().items()).sum();
    assertTrue(inFlight <= 4L * hanging, inFlight + " items are held");
    assertEquals(TENANTS - inFlight, done);
  }

  @Test
  void aConsumerWhoseWorkersHangTellsTheOthersThatItTakesNothing() {
    backlog();
    start(options(true), hanging());
    start(options(true), handlers());
    fleet.time.pass(DUE.plusSeconds(5));
    assertEquals(List.of(), stuck());
    fleet.time.pass(Duration.ofSeconds(20));
    assertEquals(List.of("c0"), stuck());
  }

  private List<String> stuck() {
    List<ConsumerInfo> live = fleet.time.join(producer.cluster().consumers().live());
    return live.stream().filter(ConsumerInfo::isStuck).map(ConsumerInfo::id).toList();
  }

  @Test
  void whoRunsOtherTypesLeavesTheWholeToThoseWhoRunThese() {
    backlog();
    start(
        options(true),
        Handlers.builder()
            .on(
                Fleet.PRINT,
                (payload, context) -> CompletableFuture.completedFuture(Outcome.done()))
            .build());
    start(options(true), handlers());
    fleet.time.pass(DUE.plusSeconds(20));
    assertEquals(TENANTS, done);
  }
}
