package dev.tenure.embedded.commit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Time and executors of one thread: tasks run when the test says so, time passes likewise. */
final class VirtualEnvironment implements InstantSource {
  static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private final Queue<Runnable> commitTasks = new ArrayDeque<>();
  private final Queue<Runnable> completionTasks = new ArrayDeque<>();
  private final VirtualTimer timer = new VirtualTimer();
  private Instant now = START;

  EngineEnvironment engine() {
    return engine(FaultInjector.NONE, EngineLimits.DEFAULTS);
  }

  EngineEnvironment engine(FaultInjector faults, EngineLimits limits) {
    return new EngineEnvironment(
        this, commitTasks::add, timer, completionTasks::add, GroupPacer.NONE, faults, limits);
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Sets the clock without running what was due. */
  void setClock(Instant instant) {
    now = instant;
  }

  /** Runs tasks until none is left; timers stay. */
  void run() {
    while (runOneOf(commitTasks) || runOneOf(completionTasks)) {}
  }

  int commitTasksWaiting() {
    return commitTasks.size();
  }

  int completionTasksWaiting() {
    return completionTasks.size();
  }

  /** Runs the commit executor's next task. */
  void runOneCommitTask() {
    commitTasks.remove().run();
  }

  /** Runs the commit executor's tasks alone. */
  void runCommitTasks() {
    while (runOneOf(commitTasks)) {}
  }

  /** Lets time pass, running timers when they are due and tasks as they come. */
  void pass(Duration duration) {
    Instant end = now.plus(duration);
    run();
    while (timer.isDueBy(end)) {
      timer.runNext();
      run();
    }
    now = end;
  }

  /**
   * Runs the next timer, which a real one counts by a clock that goes on, while this one stands.
   */
  void runNextTimerAtThisTime() {
    timer.waiting.remove().run();
    run();
  }

  /** How long the next timer still has. */
  Duration nextTimer() {
    return Duration.between(now, timer.waiting.element().due);
  }

  int timersWaiting() {
    return timer.waiting.size();
  }

  /** What the future gives once all tasks have run; fails when it is not done then. */
  <T> T result(CompletableFuture<T> future) {
    run();
    if (!future.isDone()) {
      throw new AssertionError("not done though nothing is left to run");
    }
    return future.join();
  }

  private static boolean runOneOf(Queue<Runnable> tasks) {
    Runnable task = tasks.poll();
    if (task == null) {
      return false;
    }
    task.run();
    return true;
  }

  private final class VirtualTask<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final Instant due;

    VirtualTask(Callable<V> task, Instant due) {
      super(task);
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

    @Override
    public boolean isPeriodic() {
      return false;
    }
  }

  private final class VirtualTimer extends AbstractExecutorService
      implements ScheduledExecutorService {
    private final PriorityQueue<VirtualTask<?>> waiting =
        new PriorityQueue<>(Comparator.comparing((VirtualTask<?> task) -> task.due));

    boolean isDueBy(Instant end) {
      VirtualTask<?> next = waiting.peek();
      return next != null && !next.due.isAfter(end);
    }

    void runNext() {
      VirtualTask<?> next = waiting.remove();
      now = next.due.isAfter(now) ? next.due : now;
      next.run();
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
      VirtualTask<V> scheduled = new VirtualTask<>(task, now.plusNanos(unit.toNanos(delay)));
      waiting.add(scheduled);
      return scheduled;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      return schedule(
          () -> {
            task.run();
            return task;
          },
          delay,
          unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      throw new UnsupportedOperationException("the engine sets no repeating timers");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable task, long initialDelay, long delay, TimeUnit unit) {
      throw new UnsupportedOperationException("the engine sets no repeating timers");
    }

    @Override
    public void execute(Runnable task) {
      ScheduledFuture<?> unused = schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public void shutdown() {
      waiting.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
      waiting.clear();
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
