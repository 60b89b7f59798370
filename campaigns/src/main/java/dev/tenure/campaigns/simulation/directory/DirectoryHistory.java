package dev.tenure.campaigns.simulation.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The values that one thing has had, and since when. Times are numbers of tasks. */
final class DirectoryHistory<T> {
  private final List<Span<T>> spans = new ArrayList<>();

  /**
   * A value that held for a while.
   *
   * @param to the task that replaced it
   */
  private record Span<T>(T value, long from, long to) {}

  DirectoryHistory(T first) {
    spans.add(new Span<>(first, 0, Long.MAX_VALUE));
  }

  T now() {
    return spans.get(spans.size() - 1).value();
  }

  void set(long task, T value) {
    Span<T> last = spans.get(spans.size() - 1);
    if (!last.value().equals(value)) {
      spans.set(spans.size() - 1, new Span<>(last.value(), last.from(), task));
      spans.add(new Span<>(value, task, Long.MAX_VALUE));
    }
  }

  /** Whether a value that the condition accepts has held at some time since the task. */
  boolean ever(long since, Predicate<? super T> condition) {
    return spans.stream().anyMatch(each -> each.to() >= since && condition.test(each.value()));
  }

  /** Whether the value has not changed since the task. */
  boolean stood(long since) {
    return spans.get(spans.size() - 1).from() < since;
  }

  /** Whether at one time since the task all of these had a value that the condition accepts. */
  static <T> boolean everAllOf(
      List<DirectoryHistory<T>> histories, long since, Predicate<? super T> condition) {
    return histories.stream()
        .flatMap(each -> each.spans.stream())
        .map(each -> Math.max(since, each.from()))
        .anyMatch(task -> histories.stream().allMatch(each -> condition.test(each.at(task))));
  }

  private T at(long task) {
    return spans.stream()
        .filter(each -> each.from() <= task && task < each.to())
        .findFirst()
        .orElseThrow()
        .value();
  }

  /** The values since the task. */
  List<T> since(long task) {
    return spans.stream().filter(each -> each.to() >= task).map(Span::value).toList();
  }
}
