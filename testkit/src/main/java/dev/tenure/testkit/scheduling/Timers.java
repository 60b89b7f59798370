package dev.tenure.testkit.scheduling;

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Tasks that become ready at a virtual time, earliest first, equal times in order of submission.
 */
final class Timers {

  /** A task and when it becomes ready, in virtual nanoseconds since the start. */
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

  /** When the next one is due; call only when there is one. */
  long nextDue() {
    return timers.first().due();
  }

  /** Moves all that are due by {@code now} to the ready tasks. */
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
