package dev.tenure.embedded.commit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Completes futures on the completion executor, so that no continuation of a client runs on the
 * commit thread. A group of commits takes one or two tasks of the executor instead of one for each
 * commit. A continuation that blocks nevertheless delays no other: while a task runs a completion
 * and others wait, a further task is scheduled.
 */
final class CompletionQueue {
  private final Executor executor;
  private final Queue<Runnable> completions = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean taskOnItsWay = new AtomicBoolean();

  CompletionQueue(Executor executor) {
    this.executor = executor;
  }

  /** Adds a completion, which runs after the next {@link #flush}. */
  void add(Runnable completion) {
    completions.add(completion);
  }

  void flush() {
    if (!completions.isEmpty() && taskOnItsWay.compareAndSet(false, true)) {
      try {
        executor.execute(this::drain);
      } catch (RejectedExecutionException e) {
        // The executor has been shut down before the engine: better here than never.
        drain();
      }
    }
  }

  private void drain() {
    taskOnItsWay.set(false);
    Runnable completion;
    while ((completion = completions.poll()) != null) {
      flush();
      completion.run();
    }
  }
}
