package dev.tenure.testkit.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** The tasks that may run now, and the choice among them. */
final class ReadyTasks {
  private final SchedulerOptions.Order order;
  private final RandomGenerator random;
  private final List<Task> tasks = new ArrayList<>();
  private int head;

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
    return order == SchedulerOptions.Order.FIFO ? takeFirst() : takeAny();
  }

  private Task takeFirst() {
    Task first = tasks.get(head++);
    if (head > 1_000 && head * 2 > tasks.size()) {
      tasks.subList(0, head).clear();
      head = 0;
    }
    return first;
  }

  private Task takeAny() {
    int last = tasks.size() - 1;
    int chosen = last == 0 ? 0 : random.nextInt(last + 1);
    Task task = tasks.get(chosen);
    tasks.set(chosen, tasks.get(last));
    tasks.remove(last);
    return task;
  }

  /** Takes out all that match; returns how many there were. */
  int removeIf(Predicate<Task> matches) {
    tasks.subList(0, head).clear();
    head = 0;
    int before = tasks.size();
    tasks.removeIf(matches);
    return before - tasks.size();
  }
}
