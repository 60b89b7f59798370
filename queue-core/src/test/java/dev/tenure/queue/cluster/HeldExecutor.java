package dev.tenure.queue.cluster;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Runs what it is given at once, or keeps it while the test says so. */
final class HeldExecutor implements Executor {
  private final Queue<Runnable> held = new ArrayDeque<>();
  private boolean holds;

  @Override
  public void execute(Runnable task) {
    if (holds) {
      held.add(task);
    } else {
      task.run();
    }
  }

  void hold(boolean hold) {
    holds = hold;
  }

  /** Runs the task that was given first of those kept; false when none is. */
  boolean runOne() {
    Runnable first = held.poll();
    if (first == null) {
      return false;
    }
    first.run();
    return true;
  }
}
