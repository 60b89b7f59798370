package dev.tenure.testkit.scheduling;

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Tasks that become ready at a virtual time. The earliest comes first; of equal times, the one
 * submitted first.
 */
final class Timers {

  /**
   * A task, with the time at which it becomes ready.
   *
   * @param due the time in virtual nanoseconds since the start
   */
  record Timer(long due, Task task) {}

  private final TreeSet<Timer> timers =
      new TreeSet<>(
          Comparator.comparingLong(Timer::due).thenComparingLong(timer -> timer.task().number()));

  void add(Timer timer) {
    timers.add(timer);
  }

  void remove(Timer timer) {
    timers.remove(timer);
  }

  boolean isEmpty() {
    return timers.isEmpty();
  }

  int size() {
    return timers.size();
  }

  /** The time at which the earliest timer is due. There must be a timer. */
  long nextDue() {
    return timers.first().due();
  }

  /** Moves the timers due by {@code now} to the ready tasks. */
  void promote(long now, ReadyTasks ready) {
    while (!timers.isEmpty() && timers.first().due() <= now) {
      Timer timer = timers.first();
      timers.remove(timer);
      ready.add(timer.task());
    }
  }

  int removeIf(Predicate<Task> matches) {
    int removed = 0;
    for (Iterator<Timer> each = timers.iterator(); each.hasNext(); ) {
      if (matches.test(each.next().task())) {
        each.remove();
        removed++;
      }
    }
    return removed;
  }
}
