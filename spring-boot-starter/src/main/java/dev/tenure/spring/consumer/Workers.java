package dev.tenure.spring.consumer;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * The executors of blocking handlers: threads of a pool, virtual threads, or the application's own
 * executor. Each task is decorated.
 */
public final class Workers {
  private static final String NAME = "tenure-worker-";
  private static final int IDLE_SECONDS_KEPT = 30;

  private final IntFunction<Opened> opening;
  private final List<TaskDecorator> decorators;

  /**
   * The executor of one consumer's blocking handlers.
   *
   * @param end interrupts running tasks, if the threads belong to the consumer
   */
  record Opened(Executor executor, Runnable end) {}

  private Workers(IntFunction<Opened> opening, List<TaskDecorator> decorators) {
    this.opening = opening;
    this.decorators = List.copyOf(decorators);
  }

  /** A pool with a thread for each item that may run at a time. Idle threads end. */
  public static Workers pooled() {
    return new Workers(Workers::pool, List.of());
  }

  /** A virtual thread for each blocking call. Needs Java 21. */
  public static Workers virtual() {
    return new Workers(
        threads -> new Opened(new VirtualThreadTaskExecutor(NAME), () -> {}), List.of());
  }

  /**
   * The application's executor, which the application ends. It should run as many tasks at a time
   * as the consumer has workers.
   */
  public static Workers of(Executor executor) {
    return new Workers(threads -> new Opened(executor, () -> {}), List.of());
  }

  /** These executors with each task decorated. The first decorator is the outermost. */
  public Workers decorated(List<TaskDecorator> all) {
    return new Workers(opening, all);
  }

  Opened open(int threads) {
    Opened opened = opening.apply(threads);
    return decorators.isEmpty()
        ? opened
        : new Opened(task -> opened.executor().execute(decorate(task)), opened.end());
  }

  private Runnable decorate(Runnable task) {
    Runnable decorated = task;
    for (int i = decorators.size() - 1; i >= 0; i--) {
      decorated = decorators.get(i).decorate(decorated);
    }
    return decorated;
  }

  private static Opened pool(int threads) {
    AtomicInteger made = new AtomicInteger();
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS_KEPT,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, NAME + made.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    workers.allowCoreThreadTimeOut(true);
    return new Opened(workers, end(workers));
  }

  private static Runnable end(ExecutorService workers) {
    return () -> {
      var unused = workers.shutdownNow();
    };
  }
}
