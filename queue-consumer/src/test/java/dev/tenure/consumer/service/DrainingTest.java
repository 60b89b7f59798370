package dev.tenure.consumer.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus.Phase;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A consumer that stops while its executor, its logger or the cluster misbehaves. */
@Timeout(600)
final class DrainingTest {
  private static final Duration DEADLINE = Duration.ofSeconds(8);
  private static final Duration RUN = Duration.ofSeconds(2);

  /** How far a late answer to a heartbeat may correct the consumer's clock. */
  private static final Duration CORRECTION = Duration.ofMillis(10);

  private static final int ITEMS = 20;

  private final Fleet fleet = Fleet.start();
  private final List<String> ids = new ArrayList<>();
  private boolean refuses;
  private int tasks;

  @AfterEach
  void close() {
    fleet.close();
  }

  /** A consumer with some items in its four workers, and others leased or waiting. */
  private Consumer busy(Fleet.Site process, Executor executor) {
    Consumer consumer =
        Consumer.builder(
                process.deployment(),
                Handlers.builder()
                    .on(
                        Fleet.SEND,
                        (payload, context) -> fleet.takes(RUN, Outcome.done(Counters.add("done"))))
                    .build(),
                ConsumerOptions.defaults("c").withWorkers(4))
            .executor(executor)
            .build();
    consumer.start();
    for (int i = 0; i < ITEMS; i++) {
      ids.add(process.send(Fleet.AHAB, "letter"));
    }
    fleet.time.pass(Duration.ofMillis(2_500));
    assertEquals(4, consumer.status().load().running());
    return consumer;
  }

  private void refusing(Runnable task) {
    if (refuses) {
      throw new RejectedExecutionException("planted");
    }
    fleet.time.execute(task);
  }

  private List<WorkItem> leased(Fleet.Site process) {
    return ids.stream()
        .flatMap(id -> process.find(Fleet.AHAB, id).stream())
        .filter(item -> item.leasedAt(fleet.time.instant()))
        .toList();
  }

  @Test
  void aStopEndsAtItsDeadlineThoughTheExecutorRefusesAllTasks() {
    Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
    Consumer consumer = busy(process, this::refusing);
    refuses = true;
    CompletableFuture<Void> stopped = consumer.stop(DEADLINE);
    fleet.time.pass(DEADLINE.minus(CORRECTION));
    assertFalse(stopped.isDone());
    fleet.time.pass(CORRECTION.multipliedBy(2));
    assertTrue(stopped.isDone());
    assertEquals(Phase.STOPPED, consumer.status().phase());
    refuses = false;
    fleet.time.pass(Duration.ofMinutes(1));
    assertEquals(
        consumer.status().items().completed(), process.counter(Fleet.AHAB, "done"), "after it");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 500, 1_900, 2_100, 4_000})
  void anExecutorThatRefusesForATimeCostsAStopNoLease(long millis) {
    Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
    Consumer consumer = busy(process, this::refusing);
    refuses = true;
    CompletableFuture<Void> stopped = consumer.stop(DEADLINE);
    fleet.time.pass(Duration.ofMillis(millis));
    refuses = false;
    fleet.time.pass(DEADLINE.minusMillis(millis));
    assertTrue(stopped.isDone());
    assertEquals(List.of(), leased(process));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
    assertEquals(0, consumer.status().items().failed());
  }

  @Test
  void anExecutorThatRefusesEveryOtherTaskCostsAStopNoLease() {
    Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
    Consumer consumer =
        busy(
            process,
            task -> {
              if (refuses && ++tasks % 2 == 0) {
                throw new RejectedExecutionException("planted");
              }
              fleet.time.execute(task);
            });
    refuses = true;
    CompletableFuture<Void> stopped = consumer.stop(DEADLINE);
    fleet.time.pass(DEADLINE);
    assertTrue(stopped.isDone());
    assertEquals(List.of(), leased(process));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }

  @Test
  void aStopEndsAtItsDeadlineThoughTheClusterAnswersNothing() {
    fleet.process("first").withTenant(Fleet.AHAB);
    fleet.withLateAnswers(LateOptions.punctual(7));
    Fleet.Site process = fleet.process("one");
    Consumer consumer = busy(process, process.executor());
    fleet.hang();
    CompletableFuture<Void> stopped = consumer.stop(DEADLINE);
    fleet.time.pass(DEADLINE);
    assertTrue(stopped.isDone());
    fleet.release();
    fleet.time.pass(Duration.ofMinutes(1));
    Consumer other = process.start("d", (payload, context) -> fleet.takes(RUN, done()));
    fleet.time.pass(Duration.ofMinutes(1));
    assertEquals(ITEMS, process.counter(Fleet.AHAB, "done"));
    assertTrue(other.status().load().isAtRest(), other.status().load() + "");
  }

  private static Outcome done() {
    return Outcome.done(Counters.add("done"));
  }
}
