package dev.tenure.consumer;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Executor, timer and clock of a whole test on the test's own thread: tasks run in the order they
 * came, or in any order that a seed decides, and the clock jumps to the next timer when none is
 * left.
 */
final class VirtualTime extends AbstractExecutorService
    implements ScheduledExecutorService, InstantSource {
  private static final long TASKS_MAX = 20_000_000;

  private final List<Runnable> ready = new ArrayList<>();
  private final @Nullable RandomGenerator order;
  private final PriorityQueue<Timed<?>> timers =
      new PriorityQueue<>(
          Comparator.<Timed<?>, Instant>comparing(timed -> timed.due)
              .thenComparingLong(timed -> timed.number));
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long timersMade;
  private long tasksRun;

  /** In the order in which tasks came. */
  VirtualTime() {
    this(null);
  }

  /** In any order. */
  VirtualTime(@Nullable RandomGenerator order) {
    this.order = order;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public void execute(Runnable task) {
    ready.add(task);
  }

  /** Runs everything that is ready now. */
  void runReady() {
    while (!ready.isEmpty()) {
      if (++tasksRun > TASKS_MAX) {
        throw new IllegalStateException("more than " + TASKS_MAX + " tasks: a loop at " + now);
      }
      next().run();
    }
  }

  private Runnable next() {
    if (order == null) {
      return ready.remove(0);
    }
    int chosen = order.nextInt(ready.size());
    Runnable last = ready.remove(ready.size() - 1);
    return chosen == ready.size() ? last : ready.set(chosen, last);
  }

  /** Runs everything that is due within the duration. */
  void runFor(Duration duration) {
    Instant end = now.plus(duration);
    runReady();
    while (!timers.isEmpty() && !timers.peek().due.isAfter(end)) {
      jump();
    }
    now = end;
  }

  /** Runs until the condition holds; fails when that takes longer than the duration. */
  void runUntil(Duration within, BooleanSupplier condition) {
    Instant end = now.plus(within);
    runReady();
    while (!condition.getAsBoolean()) {
      if (timers.isEmpty() || timers.peek().due.isAfter(end)) {
        throw new AssertionError("not within " + within + ", it is " + now);
      }
      jump();
    }
  }

  <T> T join(CompletableFuture<T> future) {
    runUntil(Duration.ofMinutes(1), future::isDone);
    return future.join();
  }

  private void jump() {
    Timed<?> next = timers.remove();
    now = next.due.isAfter(now) ? next.due : now;
    if (!next.isCancelled()) {
      ready.add(next);
    }
    runReady();
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(
        () -> {
          command.run();
          return null;
        },
        delay,
        unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    Timed<V> timed = new Timed<>(callable, now.plusNanos(Math.max(0, unit.toNanos(delay))));
    timers.add(timed);
    return timed;
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException("nothing under test repeats by itself");
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("nothing under test repeats by itself");
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }

  /** A task and when it is due. */
  private final class Timed<V> extends FutureTask<V> implements ScheduledFuture<V> {
    private final Instant due;
    private final long number = timersMade++;

    Timed(Callable<V> callable, Instant due) {
      super(callable);
      this.due = due;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(Duration.between(now, due));
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
