package dev.tenure.consumer.environment;

import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs every task once, on an executor that may refuse some. Refused tasks wait in their order.
 * They are offered again after 10 ms, doubling to 100 ms, and whenever another task has ended. A
 * task that throws is reported and hinders no other. Thread-safe.
 *
 * <p>When the timer refuses a task too, or the executor has been shut down, no task can run any
 * more. The waiting tasks are dropped, and the action of {@link #whenOver} is called once.
 */
public final class PersistentExecutor implements Executor {
  private static final ExponentialBackoff DELAYS =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(100));

  private final Executor executor;
  private final ScheduledExecutorService timer;
  private final Consumer<Throwable> failures;
  private final Deque<OnceTask> refused = new ArrayDeque<>();
  private volatile boolean waiting;
  private volatile boolean over;
  private int refusals;
  private boolean armed;
  private boolean offering;
  private @Nullable Consumer<Throwable> whenOver;

  /**
   * @param timer offers refused tasks again
   * @param failures is told of exceptions of tasks; must not throw
   */
  public PersistentExecutor(
      Executor executor, ScheduledExecutorService timer, Consumer<Throwable> failures) {
    this.executor = executor;
    this.timer = timer;
    this.failures = failures;
  }

  /** Calls the action, on any thread, once no task can run any more. */
  public synchronized void whenOver(Consumer<Throwable> action) {
    whenOver = action;
  }

  /** Whether no task can run any more. */
  public boolean isOver() {
    return over;
  }

  @Override
  public void execute(Runnable action) {
    OnceTask task = new OnceTask(action);
    if (waiting || !offer(task)) {
      keep(task);
    }
  }

  /** Offers the task to the executor; true when the executor took it or has already run it. */
  private boolean offer(OnceTask task) {
    try {
      executor.execute(task);
      return true;
    } catch (Throwable e) { // an executor of the application may throw anything
      if (task.isBegun()) {
        return true;
      }
      if (executor instanceof ExecutorService service && service.isShutdown()) {
        end(e);
      }
      return false;
    }
  }

  private void keep(OnceTask task) {
    synchronized (this) {
      if (over) {
        return;
      }
      refused.add(task);
      waiting = true;
      if (armed) {
        return;
      }
      armed = true;
    }
    arm();
  }

  private void arm() {
    Duration next;
    synchronized (this) {
      refusals++;
      next = DELAYS.after(refusals);
    }
    try {
      var unused = timer.schedule(this::timeHasCome, next.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Throwable e) { // a timer that refuses has been shut down
      end(e);
    }
  }

  private void timeHasCome() {
    offerRefused();
    synchronized (this) {
      if (refused.isEmpty()) {
        armed = false;
        return;
      }
    }
    arm();
  }

  /** Offers the waiting tasks until one is refused; only one thread at a time does so. */
  private void offerRefused() {
    synchronized (this) {
      if (offering) {
        return;
      }
      offering = true;
    }
    for (OnceTask next = firstRefused(); next != null; next = firstRefused()) {
      if (!offer(next)) {
        break;
      }
      synchronized (this) {
        refused.remove(next);
        refusals = 0;
      }
    }
    synchronized (this) {
      offering = false;
    }
  }

  private synchronized @Nullable OnceTask firstRefused() {
    waiting = !refused.isEmpty();
    return refused.peek();
  }

  private void end(Throwable error) {
    Consumer<Throwable> told;
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      refused.clear();
      waiting = false;
      told = whenOver;
    }
    if (told != null) {
      told.accept(error);
    }
  }

  /** A task that runs its action once, even if it is run several times. */
  private final class OnceTask implements Runnable {
    private final AtomicReference<@Nullable Runnable> action;

    OnceTask(Runnable action) {
      this.action = new AtomicReference<>(action);
    }

    boolean isBegun() {
      return action.get() == null;
    }

    @Override
    public void run() {
      Runnable mine = action.getAndSet(null);
      if (mine == null) {
        return;
      }
      try {
        mine.run();
      } catch (Throwable e) { // a thread of the executor must not die of a task
        failures.accept(e);
      }
      if (waiting) {
        offerRefused();
      }
    }
  }
}
