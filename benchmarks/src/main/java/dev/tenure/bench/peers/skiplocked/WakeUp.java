package dev.tenure.bench.peers.skiplocked;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Tells an idle worker of this process that something was enqueued. */
final class WakeUp {
  /** How often an idle worker looks though nobody signalled. */
  private static final long LOOK_MILLIS = 50;

  private final Semaphore signals = new Semaphore(0);

  /** Wakes one worker; signals that nobody waits for add up to one for each worker at most. */
  void signal() {
    if (signals.availablePermits() < SkipLockedSystem.WORKERS) {
      signals.release();
    }
  }

  /** Waits for a signal or the time to look. */
  void await() throws InterruptedException {
    boolean unused = signals.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }
}
