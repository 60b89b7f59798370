package dev.tenure.testkit.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** The tasks that may run now, and the choice among them. */
final class ReadyTasks {
  /**
   * A process loses its priority after at most this many tasks of all processes.
   */
  private static final int CHANGE_TASKS_MAX = 500;

  /**
   * All priorities are drawn anew after about this many changes.
   */
  private static final int PRIORITIES_KEPT = 16;

  private final SchedulerOptions.Order order;
  private final RandomGenerator random;
  private final List<Task> tasks = new ArrayList<>();
  private final Map<SimulatedProcess, Double> priorities = new HashMap<>();
  private int head;
  private int untilChange;

  ReadyTasks(SchedulerOptions.Order order, RandomGenerator random) {
    this.order = order;
    this.random = random;
  }

  boolean isEmpty() {
    return head == tasks.size();
  }

  int size() {
    return tasks.size() - head;
  }

  void add(Task task) {
    tasks.add(task);
  }

  Task take() {
    return switch (order) {
      case FIFO -> takeFirst();
      case RANDOM -> take(tasks.size() == 1 ? 0 : random.nextInt(tasks.size()));
      case PRIORITY -> takeUrgent();
    };
  }

  private Task takeFirst() {
    Task first = tasks.get(head++);
    if (head > 1_000 && head * 2 > tasks.size()) {
      tasks.subList(0, head).clear();
      head = 0;
    }
    return first;
  }

  /**
   * Takes a task of the process that has the highest priority. From time to time that process loses its priority.
   */
  private Task takeUrgent() {
    int chosen = 0;
    double best = Double.NEGATIVE_INFINITY;
    int equals = 0;
    for (int i = 0; i < tasks.size(); i++) {
      double priority =
          priorities.computeIfAbsent(tasks.get(i).process(), p -> random.nextDouble());
      if (priority > best) {
        best = priority;
        chosen = i;
        equals = 1;
      } else if (priority == best && random.nextInt(++equals) == 0) {
        chosen = i;
      }
    }
    if (--untilChange < 0) {
      untilChange = random.nextInt(CHANGE_TASKS_MAX);
      priorities.put(tasks.get(chosen).process(), random.nextDouble() - 1);
      if (random.nextInt(PRIORITIES_KEPT) == 0) {
        priorities.clear();
      }
    }
    return take(chosen);
  }

  private Task take(int chosen) {
    int last = tasks.size() - 1;
    Task task = tasks.get(chosen);
    tasks.set(chosen, tasks.get(last));
    tasks.remove(last);
    return task;
  }

  /**
   * Removes the tasks that match.
   *
   * @return how many were removed
   */
  int removeIf(Predicate<Task> matches) {
    tasks.subList(0, head).clear();
    head = 0;
    int before = tasks.size();
    tasks.removeIf(matches);
    return before - tasks.size();
  }
}
