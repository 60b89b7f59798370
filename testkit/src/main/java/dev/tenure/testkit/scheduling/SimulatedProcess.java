package dev.tenure.testkit.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One process under a {@link DeterministicScheduler}, with its own clock, executors, timers and
 * random numbers. A crash drops its queued tasks and timers, and every task that it gets later. A
 * pause holds its tasks back, as for a virtual machine that is stopped. Belongs to the thread of
 * the scheduler; no caller closes it.
 */
public final class SimulatedProcess {
  private final DeterministicScheduler scheduler;
  private final String name;
  private final RandomGenerator random;
  private final List<Task> heldBack = new ArrayList<>();
  private Duration skew = Duration.ZERO;
  private boolean alive = true;
  private Timers.@Nullable Timer resumption;

  SimulatedProcess(DeterministicScheduler scheduler, String name, RandomGenerator random) {
    this.scheduler = scheduler;
    this.name = name;
    this.random = random;
  }

  public String name() {
    return name;
  }

  /** The time by this process's clock: virtual time plus skew. */
  public InstantSource clock() {
    return this::now;
  }

  private Instant now() {
    return scheduler.now().plus(skew);
  }

  /** The time by which the clock is ahead of virtual time; negative when it is behind. */
  public Duration skew() {
    return skew;
  }

  public void setSkew(Duration ahead) {
    skew = ahead;
  }

  /** Random numbers of this process alone. */
  public RandomGenerator random() {
    return random;
  }

  /** Models a pool of threads that the library owns: tasks run in any order and may not wait. */
  public Executor executor() {
    return work -> submit(work, work, false);
  }

  /** Models a pool of threads that the caller owns: tasks run in any order and may join futures. */
  public Executor blockingExecutor() {
    return work -> submit(work, work, true);
  }

  /**
   * Models one thread that the library owns. Each call returns a new executor, whose tasks run in
   * the order of submission.
   */
  public Executor serialExecutor() {
    Deque<Runnable> queue = new ArrayDeque<>();
    Runnable runNext = () -> runNext(queue);
    return work -> {
      queue.addLast(work);
      if (queue.size() == 1) {
        submit(work, runNext, false);
      }
    };
  }

  /** Timers in virtual time. Tasks that become due together run in any order. */
  public ScheduledExecutorService timer() {
    return new VirtualTimer(this);
  }

  public boolean isAlive() {
    return alive;
  }

  /**
   * Ends the process. Its queued tasks and timers are dropped, and so is every task that it gets
   * later. A task that is running now still runs to its end.
   */
  public void crash() {
    alive = false;
    endPause();
    int vanished = heldBack.size() + scheduler.agenda().forget(this);
    heldBack.clear();
    scheduler.note(name + " crashes, " + vanished + " tasks and timers vanish");
  }

  public boolean isPaused() {
    return resumption != null;
  }

  /**
   * Holds the tasks of the process back until {@code duration} from now. A pause that is going on
   * is replaced.
   */
  public void pauseFor(Duration duration) {
    requireAlive("pause");
    endPause();
    scheduler.note(name + " pauses for " + duration);
    // The scheduler itself wakes it, so the timer belongs to a process that never pauses.
    Task resume = scheduler.newTask(scheduler.itself(), this, false, this::resume);
    resumption = scheduler.agenda().add(scheduler.agenda().now() + duration.toNanos(), resume);
  }

  /** Ends a pause early. Without a pause this has no effect. */
  public void resume() {
    endPause();
    heldBack.forEach(scheduler.agenda()::add);
    heldBack.clear();
  }

  private void endPause() {
    if (resumption != null) {
      scheduler.agenda().cancel(resumption);
      resumption = null;
    }
  }

  /**
   * Keeps a task while the process is paused.
   *
   * @return whether the task was kept; false: it may run
   */
  boolean holdBack(Task task) {
    if (isPaused()) {
      heldBack.add(task);
      return true;
    }
    return false;
  }

  private void runNext(Deque<Runnable> queue) {
    try {
      queue.getFirst().run();
    } finally {
      queue.removeFirst();
      if (!queue.isEmpty()) {
        submit(queue.getFirst(), () -> runNext(queue), false);
      }
    }
  }

  void submit(Object named, Runnable work, boolean mayBlock) {
    if (alive) {
      scheduler.agenda().add(scheduler.newTask(this, named, mayBlock, work));
    }
  }

  Timers.@Nullable Timer submitAt(long due, Object named, Runnable work) {
    return alive ? scheduler.agenda().add(due, scheduler.newTask(this, named, false, work)) : null;
  }

  DeterministicScheduler scheduler() {
    return scheduler;
  }

  private void requireAlive(String action) {
    if (!alive) {
      throw new IllegalStateException("a crashed process cannot " + action + ": " + name);
    }
  }

  @Override
  public String toString() {
    String state = !alive ? "crashed" : isPaused() ? "paused, " + heldBack.size() + " held" : "up";
    return name + " (" + state + ")";
  }
}
