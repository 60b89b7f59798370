package dev.tenure.testkit.scheduling;

import org.jspecify.annotations.Nullable;

/** What is to be done, at once or at a time, and the virtual time that goes with it. */
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

  /** The task becomes ready at {@code due}, or now when that has passed. */
  Timers.Timer add(long due, Task task) {
    Timers.Timer timer = new Timers.Timer(Math.max(due, now), task);
    timers.add(timer);
    return timer;
  }

  void cancel(Timers.Timer timer) {
    timers.remove(timer);
  }

  /** Drops all that a process has queued; returns how many tasks and timers that were. */
  int forget(SimulatedProcess process) {
    return ready.removeIf(task -> task.process() == process)
        + timers.removeIf(task -> task.process() == process);
  }

  boolean isEmpty() {
    return ready.isEmpty() && timers.isEmpty();
  }

  /**
   * Takes the next task, after moving the clock to the next timer when none is ready; null when
   * nothing is to be done by {@code deadline}. Tasks of paused processes stay with them.
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
