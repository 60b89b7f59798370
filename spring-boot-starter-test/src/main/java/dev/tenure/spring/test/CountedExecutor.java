package dev.tenure.spring.test;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** An executor whose tasks count as activity from their submission until they have run. */
final class CountedExecutor extends AbstractExecutorService {
  private final ExecutorService threads;
  private final Activity activity;

  CountedExecutor(ExecutorService threads, Activity activity) {
    this.threads = threads;
    this.activity = activity;
  }

  @Override
  public void execute(Runnable task) {
    activity.begin();
    try {
      threads.execute(
          () -> {
            try {
              task.run();
            } finally {
              activity.end();
            }
          });
    } catch (RejectedExecutionException e) {
      activity.end();
      throw e;
    }
  }

  @Override
  public void shutdown() {
    threads.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return threads.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return threads.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return threads.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return threads.awaitTermination(timeout, unit);
  }
}
