package dev.tenure.record.database;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A timer whose time the test moves; what is due runs on the test's thread. */
final class ManualTimer {
  private record Task(long dueNanos, Runnable work) {}

  private final List<Task> tasks = new ArrayList<>();
  private long nowNanos;

  /** As the record layer uses it: tasks are scheduled once, and never cancelled. */
  ScheduledExecutorService service() {
    return (ScheduledExecutorService)
        Proxy.newProxyInstance(
            ScheduledExecutorService.class.getClassLoader(),
            new Class<?>[] {ScheduledExecutorService.class},
            (self, method, arguments) -> {
              if (!method.getName().equals("schedule")) {
                throw new UnsupportedOperationException(method.getName());
              }
              return schedule(
                  (Runnable) arguments[0], (Long) arguments[1], (TimeUnit) arguments[2]);
            });
  }

  private @Nullable Object schedule(Runnable work, long delay, TimeUnit unit) {
    tasks.add(new Task(nowNanos + unit.toNanos(delay), work));
    return null;
  }

  /** How many tasks wait. */
  int waiting() {
    return tasks.size();
  }

  Duration now() {
    return Duration.ofNanos(nowNanos);
  }

  /** Runs the task that is due first, at its time; false when there is none. */
  boolean step() {
    Task next = tasks.stream().min(Comparator.comparingLong(Task::dueNanos)).orElse(null);
    if (next == null) {
      return false;
    }
    tasks.remove(next);
    nowNanos = Math.max(nowNanos, next.dueNanos());
    next.work().run();
    return true;
  }
}
