package dev.tenure.consumer.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
  private static final int THREADS = 4;
  private static final int TASKS = 20_000;

  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
  private final List<Throwable> failures = new ArrayList<>();
  private final SerialExecutor serial = new SerialExecutor(pool, failures::add);
  private int unguarded;

  @AfterEach
  void shutDown() {
    pool.shutdownNow();
  }

  @Test
  void tasksOfManyThreadsNeverMeet() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(THREADS * TASKS);
    ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    for (int i = 0; i < THREADS; i++) {
      callers.execute(
          () -> {
            for (int task = 0; task < TASKS; task++) {
              serial.execute(
                  () -> {
                    unguarded++;
                    done.countDown();
                  });
            }
          });
    }
    assertTrue(done.await(2, TimeUnit.MINUTES));
    assertEquals(THREADS * TASKS, unguarded);
    callers.shutdownNow();
  }

  @Test
  void tasksOfOneThreadKeepTheirOrder() throws InterruptedException {
    List<Integer> seen = new ArrayList<>();
    CountDownLatch done = new CountDownLatch(1_000);
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      serial.execute(
          () -> {
            seen.add(number);
            done.countDown();
          });
    }
    assertTrue(done.await(2, TimeUnit.MINUTES));
    for (int i = 0; i < 1_000; i++) {
      assertEquals(i, seen.get(i));
    }
  }

  @Test
  void aTaskThatThrowsIsReportedAndTheNextRuns() throws InterruptedException {
    CountDownLatch next = new CountDownLatch(1);
    serial.execute(
        () -> {
          throw new IllegalStateException("planted");
        });
    serial.execute(next::countDown);
    assertTrue(next.await(2, TimeUnit.MINUTES));
    assertEquals("planted", failures.get(0).getMessage());
  }
}
