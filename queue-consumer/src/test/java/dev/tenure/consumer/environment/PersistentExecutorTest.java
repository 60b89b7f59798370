package dev.tenure.consumer.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

class PersistentExecutorTest {
  private final VirtualTime time = new VirtualTime();
  private final List<Integer> ran = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<Throwable> ends = new ArrayList<>();
  private int refusals;
  private int offers;

  private PersistentExecutor over(Executor executor) {
    return over(executor, time);
  }

  private PersistentExecutor over(Executor executor, ScheduledExecutorService timer) {
    PersistentExecutor persistent = new PersistentExecutor(executor, timer, failures::add);
    persistent.whenOver(ends::add);
    return persistent;
  }

  private void refusing(Runnable task) {
    offers++;
    if (refusals > 0) {
      refusals--;
      throw new RejectedExecutionException("planted");
    }
    time.execute(task);
  }

  private void execute(Executor executor, int tasks) {
    for (int i = 0; i < tasks; i++) {
      int number = i;
      executor.execute(() -> ran.add(number));
    }
  }

  @Test
  void refusedTasksRunLaterOnceAndInTheirOrder() {
    PersistentExecutor executor = over(this::refusing);
    refusals = 3;
    execute(executor, 1_000);
    time.pass(Duration.ZERO);
    assertEquals(List.of(), ran);
    time.pass(Duration.ofMillis(70));
    assertEquals(1_000, ran.size());
    for (int i = 0; i < 1_000; i++) {
      assertEquals(i, ran.get(i));
    }
  }

  @Test
  void theWaitDoublesUpToATenthOfASecond() {
    PersistentExecutor executor = over(this::refusing);
    refusals = Integer.MAX_VALUE;
    execute(executor, 100);
    time.pass(Duration.ofMinutes(1));
    assertTrue(offers < 610, offers + " offers in a minute");
    refusals = 0;
    time.pass(Duration.ofMillis(100));
    assertEquals(100, ran.size());
  }

  @Test
  void afterABurstRefusedTasksAreOfferedAtTheEndOfAnother() {
    Executor oneAtATime =
        task -> {
          if (offers > 0) {
            throw new RejectedExecutionException("one at a time");
          }
          offers++;
          time.execute(
              () -> {
                offers--;
                task.run();
              });
        };
    execute(over(oneAtATime), 500);
    time.pass(Duration.ofMillis(10));
    assertEquals(500, ran.size());
  }

  @Test
  void anExecutorThatRunsTasksItselfAndOneThatThrowsAfterwardsRunThemOnce() {
    execute(over(Runnable::run), 3);
    execute(
        over(
            task -> {
              task.run();
              throw new OutOfMemoryError("planted");
            }),
        3);
    time.pass(Duration.ofSeconds(1));
    assertEquals(List.of(0, 1, 2, 0, 1, 2), ran);
  }

  @Test
  void aTaskThatThrowsIsReported() {
    PersistentExecutor executor = over(this::refusing);
    executor.execute(
        () -> {
          throw new StackOverflowError("planted");
        });
    execute(executor, 1);
    time.pass(Duration.ZERO);
    assertEquals("planted", failures.get(0).getMessage());
    assertEquals(List.of(0), ran);
  }

  @Test
  void itIsOverOnceWhenTheTimerRefusesToo() {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.shutdown();
    PersistentExecutor executor = over(this::refusing, timer);
    refusals = 2;
    execute(executor, 2);
    assertTrue(executor.isOver());
    assertEquals(1, ends.size());
  }

  @Test
  void itIsOverWhenTheExecutorHasBeenShutDown() {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.shutdown();
    PersistentExecutor executor = over(pool);
    execute(executor, 2);
    assertTrue(executor.isOver());
    assertEquals(1, ends.size());
  }
}
