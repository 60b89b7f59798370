package dev.tenure.embedded.commit;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The readers that wait for a version which no commit has reached. A wait ends when a commit or the
 * clock reaches the version, or with 1009 after a time.
 */
final class FutureVersions {
  private final VersionWindow window;
  private final ScheduledExecutorService timer;
  private final Duration wait;
  private final CompletionQueue completions;
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  /** A waiting reader. */
  private record Waiter(long version, CompletableFuture<Void> reached) {}

  FutureVersions(
      VersionWindow window,
      ScheduledExecutorService timer,
      Duration wait,
      CompletionQueue completions) {
    this.window = window;
    this.timer = timer;
    this.wait = wait;
    this.completions = completions;
  }

  /** Completes once the version is reached; fails with 1009. */
  CompletableFuture<Void> await(long version) {
    Waiter waiter = new Waiter(version, new CompletableFuture<>());
    waiters.add(waiter);
    long microsUntilReached = version - window.versionNow();
    long microsToWait = wait.toNanos() / 1000;
    if (microsUntilReached < microsToWait) {
      schedule(() -> reachOrFail(waiter), microsUntilReached + 1);
    } else {
      schedule(() -> reachOrFail(waiter), microsToWait);
    }
    reached();
    return waiter.reached;
  }

  /** Ends the waits whose version is reached. Called on the commit thread, among others. */
  void reached() {
    if (waiters.isEmpty()) {
      return;
    }
    boolean unused =
        waiters.removeIf(
            waiter -> {
              boolean reached = window.reaches(waiter.version);
              if (reached) {
                completions.add(() -> waiter.reached.complete(null));
              }
              return reached;
            });
    completions.flush();
  }

  /** Ends every wait with the code. */
  void failAll(int code) {
    waiters.forEach(waiter -> fail(waiter, code));
    waiters.clear();
  }

  private void reachOrFail(Waiter waiter) {
    reached();
    if (waiters.remove(waiter)) {
      fail(waiter, FdbErrors.FUTURE_VERSION);
    }
    completions.flush();
  }

  private void fail(Waiter waiter, int code) {
    completions.add(() -> waiter.reached.completeExceptionally(FdbErrors.exception(code)));
  }

  private void schedule(Runnable task, long micros) {
    var unused = timer.schedule(task, micros, TimeUnit.MICROSECONDS);
  }
}
