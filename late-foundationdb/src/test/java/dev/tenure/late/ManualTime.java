package dev.tenure.late;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A clock, a timer and an executor that do nothing but when the test lets time pass. */
final class ManualTime {
  private final Deque<Runnable> ready = new ArrayDeque<>();
  private final PriorityQueue<Timed> timers = new PriorityQueue<>();
  private long nanos;
  private long scheduled;

  /** A task of the timer. */
  private static final class Timed extends CompletableFuture<Object>
      implements ScheduledFuture<Object> {
    final long due;
    final long number;
    final Runnable work;

    Timed(long due, long number, Runnable work) {
      this.due = due;
      this.number = number;
      this.work = work;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Timed timed = (Timed) other;
      return due == timed.due ? Long.compare(number, timed.number) : Long.compare(due, timed.due);
    }
  }

  LateEnvironment environment() {
    return new LateEnvironment(() -> Instant.EPOCH.plusNanos(nanos), timer(), executor());
  }

  Executor executor() {
    return ready::addLast;
  }

  private ScheduledExecutorService timer() {
    return (ScheduledExecutorService)
        Proxy.newProxyInstance(
            ManualTime.class.getClassLoader(),
            new Class<?>[] {ScheduledExecutorService.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("schedule")) {
                throw new UnsupportedOperationException(method.getName());
              }
              long delay = ((TimeUnit) arguments[2]).toNanos((Long) arguments[1]);
              Timed timed = new Timed(nanos + delay, scheduled++, (Runnable) arguments[0]);
              timers.add(timed);
              return timed;
            });
  }

  /** Runs what is ready now. */
  void settle() {
    pass(Duration.ZERO);
  }

  void pass(Duration duration) {
    long end = nanos + duration.toNanos();
    runReady();
    while (!timers.isEmpty() && timers.element().due <= end) {
      Timed next = timers.remove();
      nanos = Math.max(nanos, next.due);
      if (!next.isCancelled()) {
        next.work.run();
      }
      runReady();
    }
    nanos = end;
  }

  private void runReady() {
    while (!ready.isEmpty()) {
      ready.removeFirst().run();
    }
  }

  /** How many tasks of the timer are to come that nobody has cancelled. */
  long timersWaiting() {
    return timers.stream().filter(timed -> !timed.isCancelled()).count();
  }
}
