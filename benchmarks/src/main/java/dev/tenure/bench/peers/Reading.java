package dev.tenure.bench.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one measurement found: numbers by name, the unit in the name. Immutable, in the order given.
 */
record Reading(Map<String, Double> values) {

  Reading {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  static Reading of(String name, double value) {
    return new Reading(Map.of(name, value));
  }

  Reading with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new Reading(more);
  }

  /** Median, 99th percentile and most, in milliseconds. */
  Reading with(String name, Latencies latencies) {
    return with(name + "MillisP50", latencies.millis(0.5))
        .with(name + "MillisP99", latencies.millis(0.99))
        .with(name + "MillisMax", latencies.millis(1));
  }

  /** The number of that name; NaN without one. */
  double value(String name) {
    return values.getOrDefault(name, Double.NaN);
  }

  /** For each name the median of all readings. */
  static Reading median(List<Reading> rounds) {
    Map<String, Double> medians = new LinkedHashMap<>();
    for (String name : rounds.get(0).values().keySet()) {
      List<Double> sorted = new ArrayList<>();
      rounds.forEach(round -> sorted.add(round.value(name)));
      Collections.sort(sorted);
      int upper = sorted.size() / 2;
      int lower = (sorted.size() - 1) / 2;
      medians.put(name, (sorted.get(lower) + sorted.get(upper)) / 2);
    }
    return new Reading(medians);
  }
}
