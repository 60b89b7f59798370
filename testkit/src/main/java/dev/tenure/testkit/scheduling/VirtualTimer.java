package dev.tenure.testkit.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The timers of a process as a {@link ScheduledExecutorService}. */
final class VirtualTimer extends AbstractExecutorService implements ScheduledExecutorService {
  private final SimulatedProcess process;
  private boolean shutDown;

  VirtualTimer(SimulatedProcess process) {
    this.process = process;
  }

  @Override
  public void execute(Runnable work) {
    requireOpen();
    Object named = work instanceof VirtualFuture<?> future ? future.named() : work;
    process.submit(named, work, false);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
    return start(Executors.callable(work), work, unit.toNanos(delay), 0);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> work, long delay, TimeUnit unit) {
    return start(work, work, unit.toNanos(delay), 0);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable work, long initialDelay, long period, TimeUnit unit) {
    requirePositive(period);
    return start(Executors.callable(work), work, unit.toNanos(initialDelay), unit.toNanos(period));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable work, long initialDelay, long delay, TimeUnit unit) {
    requirePositive(delay);
    return start(Executors.callable(work), work, unit.toNanos(initialDelay), -unit.toNanos(delay));
  }

  private <V extends @Nullable Object> ScheduledFuture<V> start(
      Callable<V> work, Object named, long delay, long period) {
    requireOpen();
    long due = process.scheduler().agenda().now() + Math.max(0, delay);
    VirtualFuture<V> future = new VirtualFuture<>(process, work, named, due, period);
    future.start();
    return future;
  }

  @Override
  protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> work) {
    return new VirtualFuture<>(process, work, work, process.scheduler().agenda().now(), 0);
  }

  @Override
  protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable work, T value) {
    Callable<T> callable = Executors.callable(work, value);
    return new VirtualFuture<>(process, callable, work, process.scheduler().agenda().now(), 0);
  }

  /**
   * Refuses new tasks from now on. Tasks submitted before still run.
   */
  @Override
  public void shutdown() {
    shutDown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutDown = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public boolean isTerminated() {
    return shutDown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return shutDown;
  }

  @Override
  public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) {
    throw new UnsupportedOperationException("invokeAll would block the only thread");
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks) {
    throw new UnsupportedOperationException("invokeAny would block the only thread");
  }

  private void requireOpen() {
    if (shutDown) {
      throw new RejectedExecutionException("the timer of " + process.name() + " was shut down");
    }
  }

  private static void requirePositive(long period) {
    if (period <= 0) {
      throw new IllegalArgumentException("period is " + period + ", it must be above 0");
    }
  }
}
