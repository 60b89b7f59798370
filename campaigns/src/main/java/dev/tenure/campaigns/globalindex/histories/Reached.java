package dev.tenure.campaigns.globalindex.histories;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts how often histories reached the situations that they are made for. */
final class Reached {
  private final Map<String, Long> counts = new TreeMap<>();

  void note(String situation) {
    counts.merge(situation, 1L, Long::sum);
  }

  void addAll(Reached other) {
    other.counts.forEach((situation, count) -> counts.merge(situation, count, Long::sum));
  }

  boolean has(String situation) {
    return counts.containsKey(situation);
  }

  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(", "));
  }
}
