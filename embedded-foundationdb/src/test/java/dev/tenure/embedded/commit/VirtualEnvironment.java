package dev.tenure.embedded.commit;

import dev.tenure.late.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** Time and executors of one thread: tasks run when the test says so, time passes likewise. */
final class VirtualEnvironment {
  static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private final Queue<Runnable> commitTasks = new ArrayDeque<>();
  private final Queue<Runnable> completionTasks = new ArrayDeque<>();
  private final VirtualTime time = new VirtualTime();

  VirtualEnvironment() {
    time.clock().set(START);
  }

  EngineEnvironment engine() {
    return engine(FaultInjector.NONE, EngineLimits.DEFAULTS);
  }

  EngineEnvironment engine(FaultInjector faults, EngineLimits limits) {
    return new EngineEnvironment(
        time, commitTasks::add, time, completionTasks::add, GroupPacer.NONE, faults, limits);
  }

  Instant instant() {
    return time.instant();
  }

  /** Sets the clock without running what was due. */
  void setClock(Instant instant) {
    time.clock().set(instant);
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
    Instant end = instant().plus(duration);
    run();
    while (time.stepUntil(end)) {
      run();
    }
    time.clock().set(end);
  }

  /**
   * Runs the next timer, which a real one counts by a clock that goes on, while this one stands.
   */
  void runNextTimerAtThisTime() {
    time.stepAtThisTime();
    run();
  }

  /** How long the next timer still has. */
  Duration nextTimer() {
    return time.untilNextTimer();
  }

  int timersWaiting() {
    return time.timersWaiting();
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
}
