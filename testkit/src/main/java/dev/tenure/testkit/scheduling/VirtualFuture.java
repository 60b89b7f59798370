package dev.tenure.testkit.scheduling;

import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The future of a task submitted to a {@link VirtualTimer}: for once, for later, or repeated. */
final class VirtualFuture<V extends @Nullable Object> extends FutureTask<V>
    implements RunnableScheduledFuture<V> {
  private final SimulatedProcess process;
  private final Object named;
  private final long period;
  private long due;
  private Timers.@Nullable Timer timer;

  /**
   * @param named the object whose class names the task in the trace
   * @param due the time in virtual nanoseconds
   * @param period the nanoseconds between two starts; when negative, those from an end to the next
   *     start; zero for a task that runs once
   */
  VirtualFuture(SimulatedProcess process, Callable<V> work, Object named, long due, long period) {
    super(work);
    this.process = process;
    this.named = named;
    this.due = due;
    this.period = period;
  }

  Object named() {
    return named;
  }

  void start() {
    timer = process.submitAt(due, named, this);
  }

  @Override
  public void run() {
    if (!isPeriodic()) {
      super.run();
    } else if (runAndReset()) {
      due = period > 0 ? due + period : process.scheduler().agenda().now() - period;
      start();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    if (timer != null) {
      process.scheduler().agenda().cancel(timer);
    }
    // An interrupt would hit the only thread.
    return super.cancel(false);
  }

  @Override
  protected void setException(Throwable failure) {
    process.scheduler().noteFailure(failure);
    super.setException(failure);
  }

  @Override
  public V get() throws InterruptedException, ExecutionException {
    process.scheduler().runUntil(this::isDone, "a submitted task");
    return super.get();
  }

  @Override
  public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException {
    return get();
  }

  @Override
  public boolean isPeriodic() {
    return period != 0;
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(due - process.scheduler().agenda().now(), TimeUnit.NANOSECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
  }
}
