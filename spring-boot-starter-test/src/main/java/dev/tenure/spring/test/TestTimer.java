package dev.tenure.spring.test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A clock, and timers by it. Both stand still until {@link #passTo}. Due tasks run on the given
 * threads; a task without a delay runs at once. Times are whole milliseconds, like those of items.
 * Thread-safe.
 */
final class TestTimer extends AbstractExecutorService implements ScheduledExecutorService {
  private final ExecutorService tasks;
  private final PriorityQueue<Timed<?>> waiting = new PriorityQueue<>();
  private Instant now;
  private long made;

  TestTimer(Instant start, ExecutorService tasks) {
    this.now = start;
    this.tasks = tasks;
  }

  synchronized Instant now() {
    return now;
  }

  /** The time at which the next task is due. */
  synchronized Optional<Instant> next() {
    return Optional.ofNullable(waiting.peek()).map(task -> task.due);
  }

  /**
   * Lets time pass. The clock stops at each instant at which a task is due.
   *
   * @param settle called at each of these instants, after the tasks were given to the threads
   */
  void passTo(Instant end, Runnable settle) {
    for (List<Timed<?>> due = takeDue(end); !due.isEmpty(); due = takeDue(end)) {
      due.forEach(tasks::execute);
      settle.run();
    }
    synchronized (this) {
      now = later(now, wholeMillis(end));
    }
  }

  private synchronized List<Timed<?>> takeDue(Instant end) {
    List<Timed<?>> due = new ArrayList<>();
    Timed<?> first = waiting.peek();
    if (first != null && !first.due.isAfter(end)) {
      now = later(now, first.due);
      while (first != null && !first.due.isAfter(now)) {
        due.add(waiting.remove());
        first = waiting.peek();
      }
    }
    return due;
  }

  /** The next whole millisecond. */
  private static Instant wholeMillis(Instant time) {
    Instant whole = time.truncatedTo(ChronoUnit.MILLIS);
    return whole.equals(time) ? whole : whole.plusMillis(1);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** A task with the time at which it runs next. */
  private final class Timed<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final @Nullable Duration period;
    private final boolean fixedRate;
    private final long number;
    private Instant due;

    Timed(Callable<V> call, Instant due, @Nullable Duration period, boolean fixedRate) {
      super(call);
      this.due = due;
      this.period = period;
      this.fixedRate = fixedRate;
      this.number = made++;
    }

    @Override
    public void run() {
      Duration again = period;
      if (again == null) {
        super.run();
      } else if (runAndReset()) {
        due = (fixedRate ? due : now()).plus(again);
        add(this);
      }
    }

    @Override
    public boolean cancel(boolean interrupt) {
      synchronized (TestTimer.this) {
        waiting.remove(this);
      }
      return super.cancel(interrupt);
    }

    @Override
    public boolean isPeriodic() {
      return period != null;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(Duration.between(now(), due));
    }

    @Override
    public int compareTo(Delayed other) {
      Timed<?> that = (Timed<?>) other;
      int byTime = due.compareTo(that.due);
      return byTime != 0 ? byTime : Long.compare(number, that.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private void add(Timed<?> task) {
    boolean atOnce;
    synchronized (this) {
      if (isShutdown()) {
        throw new RejectedExecutionException("the timer of the test has been shut down");
      }
      atOnce = !task.isPeriodic() && !task.due.isAfter(now);
      if (!atOnce && !task.isCancelled()) {
        waiting.add(task);
      }
    }
    if (atOnce) {
      tasks.execute(task);
    }
  }

  private <V> ScheduledFuture<V> begin(
      Callable<V> call, Duration delay, @Nullable Duration period, boolean fixedRate) {
    Timed<V> task;
    synchronized (this) {
      task = new Timed<>(call, wholeMillis(now.plus(delay)), period, fixedRate);
    }
    add(task);
    return task;
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> call, long delay, TimeUnit unit) {
    return begin(call, Duration.of(delay, unit.toChronoUnit()), null, false);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return schedule(Executors.callable(task), delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long first, long period, TimeUnit unit) {
    return begin(
        Executors.callable(task),
        Duration.of(first, unit.toChronoUnit()),
        Duration.of(period, unit.toChronoUnit()),
        true);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long first, long delay, TimeUnit unit) {
    return begin(
        Executors.callable(task),
        Duration.of(first, unit.toChronoUnit()),
        Duration.of(delay, unit.toChronoUnit()),
        false);
  }

  @Override
  public void execute(Runnable task) {
    tasks.execute(task);
  }

  @Override
  public void shutdown() {
    var unused = shutdownNow();
  }

  @Override
  public List<Runnable> shutdownNow() {
    synchronized (this) {
      waiting.clear();
    }
    return tasks.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return tasks.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return tasks.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return tasks.awaitTermination(timeout, unit);
  }
}
