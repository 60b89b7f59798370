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
 * One process under a {@link DeterministicScheduler}: its own clock with a skew, its own executors,
 * timers and random numbers. A crash makes all that it has queued vanish, and whatever is handed to
 * it later; a pause holds its tasks back for a while, as a stopped virtual machine would. Belongs
 * to the scheduler's thread; nobody needs to close it.
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

  /** The time this process believes in: true virtual time plus its skew. */
  public InstantSource clock() {
    return this::now;
  }

  private Instant now() {
    return scheduler.now().plus(skew);
  }

  /** How far the clock is ahead of true virtual time; negative = behind. */
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

  /** Stands for a pool of threads the library owns: tasks run in any order and may not wait. */
  public Executor executor() {
    return work -> submit(work, work, false);
  }

  /**
   * Stands for a pool of threads of the caller's own: tasks run in any order and may join futures.
   */
  public Executor blockingExecutor() {
    return work -> submit(work, work, true);
  }

  /** Stands for one thread the library owns: a new executor whose tasks run in their order. */
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

  /** Timers in virtual time; tasks that become due together run in any order. */
  public ScheduledExecutorService timer() {
    return new VirtualTimer(this);
  }

  public boolean isAlive() {
    return alive;
  }

  /**
   * Ends the process: all its queued tasks and timers vanish, and what it is handed from now on is
   * dropped. A task of it that is running now still runs to its end.
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
   * Holds all its tasks back until {@code duration} from now; replaces a pause that is going on.
   */
  public void pauseFor(Duration duration) {
    requireAlive("pause");
    endPause();
    scheduler.note(name + " pauses for " + duration);
    // The scheduler itself wakes it, so the timer belongs to a process that never pauses.
    Task resume = scheduler.newTask(scheduler.itself(), this, false, this::resume);
    resumption = scheduler.agenda().add(scheduler.agenda().now() + duration.toNanos(), resume);
  }

  /** Ends a pause before its time; does nothing without one. */
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

  /** Takes a task that may not run now; false when it may. */
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
