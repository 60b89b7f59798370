package dev.tenure.consumer.environment;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time, in their order, on an executor with any number of threads. State that
 * only its tasks use needs no lock. An exception of a task is reported, and the next task runs.
 */
public final class SerialExecutor implements Executor {
  /** After this many tasks in a row, the thread goes back to the executor. */
  private static final int TASKS_IN_A_ROW = 64;

  private final Executor executor;
  private final Consumer<Throwable> failures;
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private boolean scheduled;

  public SerialExecutor(Executor executor, Consumer<Throwable> failures) {
    this.executor = executor;
    this.failures = failures;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      tasks.add(task);
      if (scheduled) {
        return;
      }
      scheduled = true;
    }
    executor.execute(this::runSome);
  }

  private void runSome() {
    for (int i = 0; i < TASKS_IN_A_ROW; i++) {
      Runnable task = next();
      if (task == null) {
        return;
      }
      try {
        task.run();
      } catch (Throwable e) { // code of the application may throw anything
        failures.accept(e);
      }
    }
    executor.execute(this::runSome);
  }

  private synchronized @Nullable Runnable next() {
    Runnable task = tasks.poll();
    scheduled = task != null;
    return task;
  }
}
