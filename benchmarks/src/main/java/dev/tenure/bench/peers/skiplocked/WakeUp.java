package dev.tenure.bench.peers.skiplocked;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Tells an idle worker of this process that an item was enqueued. */
final class WakeUp {
  /** How often an idle worker looks though nobody signalled. */
  private static final long LOOK_MILLIS = 50;

  private final Semaphore signals = new Semaphore(0);

  /** Wakes one worker. Signals without a waiting worker are kept, at most one for each worker. */
  void signal() {
    if (signals.availablePermits() < SkipLockedSystem.WORKERS) {
      signals.release();
    }
  }

  /** Waits for a signal, or until the next poll is due. */
  void await() throws InterruptedException {
    boolean unused = signals.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }
}
