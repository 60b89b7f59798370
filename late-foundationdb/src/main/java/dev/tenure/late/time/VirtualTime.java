package dev.tenure.late.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The clock, timer and executor of a whole test, on the test's own thread. Tasks run only within a
 * call of a method of this class, in the order of their submission or in one that a seed decides.
 * Time passes only within such calls, from one timer to the next. Shutting this object down does
 * nothing. For use by one thread.
 */
public final class VirtualTime extends AbstractExecutorService
    implements ScheduledExecutorService, InstantSource {
  private static final long TASKS_MAX = 20_000_000;

  private final ManualClock clock = new ManualClock();
  private final List<Runnable> ready = new ArrayList<>();
  private final TreeSet<Timed<?>> timers = new TreeSet<>();
  private final @Nullable RandomGenerator order;
  private long timersMade;
  private long tasksRun;

  /** Virtual time whose tasks run in the order of their submission. */
  public VirtualTime() {
    this(null);
  }

  /** Virtual time whose tasks run in an order drawn from the generator. */
  public VirtualTime(@Nullable RandomGenerator order) {
    this.order = order;
  }

  @Override
  public Instant instant() {
    return clock.instant();
  }

  /**
   * The clock. Moving it runs no timer; timers that become due run within the next call of this
   * object.
   */
  public ManualClock clock() {
    return clock;
  }

  /** The virtual time that has passed since the creation of this object. */
  public Duration elapsed() {
    return Duration.between(ManualClock.START, instant());
  }

  /** The number of timers that are neither due nor cancelled. */
  public int timersWaiting() {
    return timers.size();
  }

  @Override
  public void execute(Runnable task) {
    ready.add(task);
  }

  /** Runs the tasks that are ready, and those that they make ready. No time passes. */
  public void runReady() {
    while (!ready.isEmpty()) {
      if (++tasksRun > TASKS_MAX) {
        throw new IllegalStateException(
            "more than " + TASKS_MAX + " tasks: a loop at " + instant());
      }
      nextReady().run();
    }
  }

  private Runnable nextReady() {
    if (order == null) {
      return ready.remove(0);
    }
    int chosen = order.nextInt(ready.size());
    Runnable last = ready.remove(ready.size() - 1);
    return chosen == ready.size() ? last : ready.set(chosen, last);
  }

  /**
   * Lets time pass until the first timer is due, runs it, and then runs the tasks that are ready.
   *
   * @return false when no timer is set
   */
  public boolean step() {
    return stepUntil(Instant.MAX);
  }

  /**
   * As {@link #step}, but time does not pass beyond {@code end}.
   *
   * @return false when no timer is due by then
   */
  public boolean stepUntil(Instant end) {
    if (timers.isEmpty() || timers.first().due.isAfter(end)) {
      return false;
    }
    Instant due = timers.first().due;
    if (due.isAfter(instant())) {
      clock.set(due);
    }
    stepAtThisTime();
    return true;
  }

  /**
   * Runs the first timer and then the tasks that are ready, while the clock stands still.
   *
   * @throws java.util.NoSuchElementException when no timer is set
   */
  public void stepAtThisTime() {
    Timed<?> next = timers.first();
    timers.remove(next);
    ready.add(next);
    runReady();
  }

  /**
   * The time until the first timer is due.
   *
   * @throws java.util.NoSuchElementException when no timer is set
   */
  public Duration untilNextTimer() {
    return Duration.between(instant(), timers.first().due);
  }

  /** Lets this much time pass, and runs all timers that become due. */
  public void pass(Duration duration) {
    Instant end = instant().plus(duration);
    runReady();
    while (stepUntil(end)) {}
    clock.set(end);
  }

  /**
   * Lets time pass until the future is done, at most for the duration. Returns whether it is done.
   */
  public boolean await(Future<?> future, Duration atMost) {
    Instant end = instant().plus(atMost);
    if (!reach(end, future::isDone)) {
      clock.set(end);
      return false;
    }
    return true;
  }

  /**
   * Lets time pass until the condition holds.
   *
   * @throws AssertionError when that takes longer than the duration
   */
  public void runUntil(Duration within, BooleanSupplier condition) {
    if (!reach(instant().plus(within), condition)) {
      throw new AssertionError("not within " + within + ", it is " + instant());
    }
  }

  private boolean reach(Instant end, BooleanSupplier condition) {
    runReady();
    while (!condition.getAsBoolean()) {
      if (!stepUntil(end)) {
        return false;
      }
    }
    return true;
  }

  /** The result of the future, which must complete within a minute of virtual time. */
  public <T> T join(CompletableFuture<T> future) {
    runUntil(Duration.ofMinutes(1), future::isDone);
    return future.getNow(null);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return schedule(Executors.callable(task), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    Timed<V> timed = new Timed<>(task, instant().plusNanos(Math.max(0, unit.toNanos(delay))));
    timers.add(timed);
    return timed;
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException("virtual time repeats nothing by itself");
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("virtual time repeats nothing by itself");
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
  private final class Timed<V extends @Nullable Object> extends FutureTask<V>
      implements ScheduledFuture<V> {
    private final Instant due;
    private final long number = timersMade++;

    Timed(Callable<V> task, Instant due) {
      super(task);
      this.due = due;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(Duration.between(instant(), due));
    }

    @Override
    public int compareTo(Delayed other) {
      Timed<?> timed = (Timed<?>) other;
      int byDue = due.compareTo(timed.due);
      return byDue != 0 ? byDue : Long.compare(number, timed.number);
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      timers.remove(this);
      return super.cancel(mayInterrupt);
    }
  }
}
