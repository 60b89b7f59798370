package dev.tenure.consumer.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus.Phase;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A consumer whose coordination executor refuses tasks. */
@Timeout(600)
final class RejectingExecutorTest {
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private boolean refuses;
  private int tasks;

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer start(Executor executor) {
    Consumer consumer =
        Consumer.builder(process.deployment(), handlers(), ConsumerOptions.defaults("c"))
            .executor(executor)
            .build();
    consumer.start();
    return consumer;
  }

  private static Handlers handlers() {
    return Handlers.builder()
        .on(
            Fleet.SEND,
            (payload, context) ->
                CompletableFuture.completedFuture(Outcome.done(Counters.add("done"))))
        .build();
  }

  private void send(int items) {
    for (int i = 0; i < items; i++) {
      process.send(Fleet.AHAB, "letter");
    }
  }

  private void refusing(Runnable task) {
    if (refuses) {
      throw new RejectedExecutionException("planted");
    }
    fleet.time.execute(task);
  }

  @Test
  void aBurstOfRefusalsLosesNothing() {
    Consumer consumer = start(this::refusing);
    for (int burst = 0; burst < 20; burst++) {
      send(10);
      fleet.time.pass(Duration.ofMillis(3L * burst));
      refuses = true;
      fleet.time.pass(Duration.ofMillis(500));
      refuses = false;
    }
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(200, process.counter(Fleet.AHAB, "done"));
    assertEquals(200, consumer.status().items().completed());
    assertEquals(0, consumer.status().leases().lost());
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }

  /** Each place at which a task is handed over is met by some of these. */
  @Test
  void everyThirdTaskMayBeRefused() {
    Consumer consumer =
        start(
            task -> {
              if (++tasks % 3 == 0) {
                throw new RejectedExecutionException("planted");
              }
              fleet.time.execute(task);
            });
    send(300);
    fleet.time.pass(Duration.ofSeconds(20));
    assertEquals(300, process.counter(Fleet.AHAB, "done"));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
    fleet.time.join(consumer.stop(Duration.ofSeconds(5)));
    assertEquals(Phase.STOPPED, consumer.status().phase());
  }

  @Test
  void aConsumerWhoseTimerHasBeenShutDownHaltsAndShowsIt() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            if (refuses) {
              throw new RejectedExecutionException("planted");
            }
            return fleet.time.schedule(command, delay, unit);
          }
        };
    Consumer consumer =
        Consumer.builder(process.deployment(), handlers(), ConsumerOptions.defaults("c"))
            .timer(timer)
            .build();
    consumer.start();
    send(3);
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(3, consumer.status().items().completed());
    refuses = true;
    fleet.time.pass(Duration.ofSeconds(30));
    assertEquals(Phase.HALTED, consumer.status().phase());
    assertTrue(consumer.stop(Duration.ofSeconds(1)).isDone());
    timer.shutdownNow();
  }
}
