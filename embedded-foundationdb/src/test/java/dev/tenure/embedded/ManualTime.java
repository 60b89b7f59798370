package dev.tenure.embedded;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An environment on one thread whose clock only moves when told: tasks queue until something is
 * awaited, and timers fire when the clock is moved past them.
 */
public final class ManualTime implements InstantSource, Waiting {
  private final Queue<Runnable> ready = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final Executor executor = ready::add;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long timersMade;

  public EmbeddedEnvironment.Builder environment() {
    return EmbeddedEnvironment.builder()
        .clock(this)
        .random(new SplittableRandom(1))
        .commitExecutor(executor)
        .executor(executor)
        .timer(new TimerService());
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves the clock, running everything that becomes due on the way. */
  @Override
  public void pass(Duration time) {
    Instant until = now.plus(time);
    runReady();
    while (fireNext(until)) {
      runReady();
    }
    now = until;
  }

  /** Runs what is ready, then moves the clock from timer to timer, until the future is done. */
  @Override
  public boolean await(Future<?> future, Duration patience) {
    Instant until = now.plus(patience);
    runReady();
    while (!future.isDone() && fireNext(until)) {
      runReady();
    }
    if (!future.isDone()) {
      now = until;
    }
    return future.isDone();
  }

  private void runReady() {
    for (Runnable task = ready.poll(); task != null; task = ready.poll()) {
      task.run();
    }
  }

  private boolean fireNext(Instant until) {
    Timer next = timers.peek();
    if (next == null || next.due.isAfter(until)) {
      return false;
    }
    timers.remove();
    now = next.due.isAfter(now) ? next.due : now;
    next.run();
    return true;
  }

  private final class Timer extends FutureTask<@Nullable Void> implements ScheduledFuture<Void> {
    private final Instant due;
    private final long number = timersMade++;

    Timer(Runnable task, Instant due) {
      super(task, null);
      this.due = due;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(Duration.between(now, due));
    }

    @Override
    public int compareTo(Delayed other) {
      Timer timer = (Timer) other;
      int byDue = due.compareTo(timer.due);
      return byDue != 0 ? byDue : Long.compare(number, timer.number);
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      timers.removeIf(each -> each == this);
      return super.cancel(mayInterrupt);
    }
  }

  private final class TimerService extends AbstractExecutorService
      implements ScheduledExecutorService {

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      Timer timer = new Timer(command, now.plusNanos(unit.toNanos(delay)));
      timers.add(timer);
      return timer;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
      throw new UnsupportedOperationException("the engine schedules runnables only");
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
        Runnable command, long initialDelay, long period, TimeUnit unit) {
      throw new UnsupportedOperationException("the engine repeats nothing");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable command, long initialDelay, long delay, TimeUnit unit) {
      throw new UnsupportedOperationException("the engine repeats nothing");
    }

    @Override
    public void execute(Runnable command) {
      ready.add(command);
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
  }
}
