package dev.tenure.spring.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Counts the tasks that are queued or run, so that a test can wait until there is none. */
final class Activity {
  private int tasks;

  synchronized void begin() {
    tasks++;
  }

  synchronized void end() {
    tasks--;
    if (tasks == 0) {
      notifyAll();
    }
  }

  /**
   * Waits until no task is queued or runs.
   *
   * @return false when tasks are still there after the time
   */
  synchronized boolean awaitQuiet(Duration most) {
    long until = System.nanoTime() + most.toNanos();
    try {
      while (tasks > 0) {
        long left = until - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
