package dev.tenure.consumer.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus.ClusterAnswers;
import dev.tenure.consumer.ConsumerStatus.Promises;
import dev.tenure.consumer.ConsumerStatus.Slots;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.cluster.TenantSchemas;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a consumer's status tells of the promises that it makes. */
final class PromisesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);

  @AfterEach
  void close() {
    fleet.close();
  }

  private static Promises promises(Consumer consumer) {
    return consumer.status().promises();
  }

  private static ClusterAnswers answers(Consumer consumer) {
    return Objects.requireNonNull(promises(consumer).clusters().get("a"));
  }

  private static ItemHandler<String> atOnce() {
    return (payload, context) -> CompletableFuture.completedFuture(Outcome.done());
  }

  private static Consumer start(Fleet.Site site, WorkPolicy policy, ItemHandler<String> handler) {
    return site.start(
        ConsumerOptions.defaults("c").withWorkers(3).withManagers(2),
        Handlers.builder().on(Fleet.SEND.withPolicy(policy), handler).build(),
        new Journal());
  }

  @Test
  void atRestNothingIsBusyAndEveryClusterAnswers() {
    Consumer consumer = start(producer, WorkPolicy.defaults(), atOnce());
    producer.send(Fleet.AHAB, "letter");
    fleet.time.pass(MINUTE);
    int endings = ConsumerOptions.defaults("c").tuning().endingMax();
    assertEquals(new Slots(3, endings, 2, 0), promises(consumer).slots());
    assertEquals(Duration.ofSeconds(30 + 6 + 20), promises(consumer).beginsWithin());
    assertEquals(Duration.ZERO, promises(consumer).longestAttempt());
    assertEquals(Duration.ZERO, promises(consumer).overrun());
    assertEquals(Set.of("a"), promises(consumer).clusters().keySet());
    assertFalse(answers(consumer).silent());
    assertFalse(answers(consumer).refusing());
    assertTrue(answers(consumer).sinceHeartbeat().toSeconds() <= 5);
    assertEquals(Set.of(), answers(consumer).unreadApplications());
  }

  @Test
  void theLongestAttemptIsTold() {
    Consumer consumer =
        start(
            producer,
            WorkPolicy.defaults().withExecutionBound(MINUTE),
            (payload, context) -> fleet.takes(Duration.ofSeconds(50), Outcome.done()));
    producer.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(30));
    producer.send(Fleet.AHAB, "another");
    fleet.time.pass(Duration.ofSeconds(10));
    long seconds = promises(consumer).longestAttempt().toSeconds();
    assertTrue(seconds >= 38 && seconds <= 40, seconds + " s");
    assertEquals(Duration.ZERO, promises(consumer).overrun());
  }

  @Tag("punctual") // one process alone is late
  @Test
  void anAttemptThatDoesNotEndIsTold() {
    WorkPolicy policy =
        WorkPolicy.defaults().withExecutionBound(Duration.ofSeconds(2)).withInlineRetries(1);
    Consumer consumer =
        start(
            fleet.withLateAnswers(LateOptions.punctual(1)).process("late"),
            policy,
            (payload, context) -> {
              fleet.hang();
              return CompletableFuture.completedFuture(Outcome.done());
            });
    producer.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(20));
    Duration ran = promises(consumer).longestAttempt();
    assertTrue(ran.toSeconds() >= 10, "ran for " + ran);
    assertEquals(ran.minusSeconds(4), promises(consumer).overrun());
  }

  @Test
  void aClusterThatDoesNotAnswerIsTold() {
    Consumer consumer =
        start(
            fleet.withLateAnswers(LateOptions.seeded(1)).process("late"),
            WorkPolicy.defaults(),
            atOnce());
    fleet.time.pass(MINUTE);
    producer.send(Fleet.AHAB, "letter");
    fleet.time.runUntil(MINUTE, () -> consumer.status().load().pointers() > 0);
    assertEquals(1, promises(consumer).slots().managersBusy());
    fleet.hang();
    fleet.time.pass(Duration.ofSeconds(30));
    assertTrue(answers(consumer).silent());
    assertTrue(answers(consumer).sinceHeartbeat().toSeconds() >= 25);
    assertEquals(0, promises(consumer).slots().managersBusy());
    fleet.release();
    fleet.time.pass(Duration.ofSeconds(30));
    assertFalse(answers(consumer).silent());
    assertTrue(answers(consumer).sinceHeartbeat().toSeconds() <= 5);
    assertEquals(0, producer.left(Fleet.AHAB));
  }

  @Test
  void applicationsWithoutASchemaHereAreTold() {
    producer.send(Fleet.AHAB, "letter");
    TenantSchemas others = TenantSchemas.of(Map.of("photos", Fleet.schema(1)));
    Consumer consumer =
        start(fleet.processKnowing("unable", others), WorkPolicy.defaults(), atOnce());
    fleet.time.pass(MINUTE);
    assertEquals(Set.of("mail"), answers(consumer).unreadApplications());
  }
}
