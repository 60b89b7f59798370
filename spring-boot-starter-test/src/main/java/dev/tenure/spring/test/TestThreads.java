package dev.tenure.spring.test;

import dev.tenure.spring.TenureRuntime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a test's context, whose tasks are all counted, and its time. Delays of
 * transactions are short and pass in real time, since the test itself may wait for the transaction.
 * Thread-safe. It must be closed after everything that uses it.
 */
final class TestThreads implements AutoCloseable {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration SETTLED_WITHIN = Duration.ofMinutes(2);
  private static final long SEED = 1;

  private final AtomicInteger made = new AtomicInteger();
  private final Activity activity = new Activity();
  private final ExecutorService commits = counted(Executors.newSingleThreadExecutor(this::daemon));
  private final ExecutorService workers = counted(Executors.newCachedThreadPool(this::daemon));
  private final TestTimer timer =
      new TestTimer(START, counted(Executors.newSingleThreadExecutor(this::daemon)));
  private final ScheduledExecutorService realTimer =
      new ScheduledThreadPoolExecutor(1, this::daemon);

  private Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "tenure-test-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  private ExecutorService counted(ExecutorService threads) {
    return new CountedExecutor(threads, activity);
  }

  /** A new runtime on these threads and this time. */
  TenureRuntime runtime() {
    return TenureRuntime.of(clock(), new Random(SEED), timer, this::counted);
  }

  InstantSource clock() {
    return timer::now;
  }

  TestTimer timer() {
    return timer;
  }

  ScheduledExecutorService realTimer() {
    return realTimer;
  }

  ExecutorService commits() {
    return commits;
  }

  ExecutorService workers() {
    return workers;
  }

  /** Whether no task is queued or runs, now or within a time. */
  boolean quietWithin(Duration most) {
    return activity.awaitQuiet(most);
  }

  /** Waits until no task is queued or runs, unless that takes very long. */
  void settle() {
    var unused = activity.awaitQuiet(SETTLED_WITHIN);
  }

  @Override
  public void close() {
    timer.shutdown();
    realTimer.shutdownNow();
    workers.shutdownNow();
    commits.shutdown();
  }
}
