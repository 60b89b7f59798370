package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompletionQueueTest {

  @Test
  void manyCompletionsTakeFewTasks() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    CompletionQueue queue = new CompletionQueue(tasks::add);
    List<Integer> ran = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int number = i;
      queue.add(() -> ran.add(number));
    }
    queue.flush();
    int tasksRun = 0;
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
      tasksRun++;
    }
    assertEquals(100, ran.size());
    assertEquals(2, tasksRun);
  }

  @Test
  void completionThatBlocksHoldsUpNoOther() throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(4);
    CompletionQueue queue = new CompletionQueue(executor);
    CountDownLatch others = new CountDownLatch(50);
    CountDownLatch blocked = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      queue.add(
          () -> {
            awaitQuietly(others);
            blocked.countDown();
          });
    }
    for (int i = 0; i < 50; i++) {
      queue.add(others::countDown);
    }
    queue.flush();
    assertTrue(blocked.await(3, TimeUnit.MINUTES));
    executor.shutdown();
  }

  @Test
  void completionsRunEvenWhenTheExecutorRefuses() {
    CompletionQueue queue =
        new CompletionQueue(
            task -> {
              throw new RejectedExecutionException("shut down");
            });
    List<Integer> ran = new ArrayList<>();
    queue.add(() -> ran.add(1));
    queue.add(() -> ran.add(2));
    queue.flush();
    assertEquals(2, ran.size());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
