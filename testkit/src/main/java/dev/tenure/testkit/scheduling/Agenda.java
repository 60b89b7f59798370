package dev.tenure.testkit.scheduling;

import org.jspecify.annotations.Nullable;

/**
 * The tasks and timers of a run, and the virtual time.
 */
final class Agenda {
  private final ReadyTasks ready;
  private final Timers timers = new Timers();
  private long now;

  Agenda(ReadyTasks ready) {
    this.ready = ready;
  }

  /** Virtual nanoseconds since the start. */
  long now() {
    return now;
  }

  void advanceTo(long time) {
    now = Math.max(now, time);
  }

  void add(Task task) {
    ready.add(task);
  }

  /**
   * Adds a task that becomes ready at {@code due}, or at once when that time has passed.
   */
  Timers.Timer add(long due, Task task) {
    Timers.Timer timer = new Timers.Timer(Math.max(due, now), task);
    timers.add(timer);
    return timer;
  }

  void cancel(Timers.Timer timer) {
    timers.remove(timer);
  }

  /**
   * Drops the tasks and timers of a process.
   *
   * @return how many there were
   */
  int forget(SimulatedProcess process) {
    return ready.removeIf(task -> task.process() == process)
        + timers.removeIf(task -> task.process() == process);
  }

  boolean isEmpty() {
    return ready.isEmpty() && timers.isEmpty();
  }

  /**
   * Takes the next task. When no task is ready, the clock first moves to the next timer. Tasks of paused processes stay with them.
   *
   * @return null when no task is to be run by {@code deadline}
   */
  @Nullable Task next(long deadline) {
    while (true) {
      timers.promote(now, ready);
      if (ready.isEmpty()) {
        if (timers.isEmpty() || timers.nextDue() > deadline) {
          return null;
        }
        now = timers.nextDue();
      } else if (now > deadline) {
        return null;
      } else {
        Task task = ready.take();
        if (!task.process().holdBack(task)) {
          return task;
        }
      }
    }
  }

  @Override
  public String toString() {
    return ready.size() + " tasks ready, " + timers.size() + " timers";
  }
}
