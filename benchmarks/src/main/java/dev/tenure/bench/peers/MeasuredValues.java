package dev.tenure.bench.peers;

import dev.tenure.bench.measure.Percentiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of one measurement: numbers by name; the name contains the unit. Immutable, in the
 * order in which they were added.
 */
record MeasuredValues(Map<String, Double> values) {

  MeasuredValues {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  static MeasuredValues of(String name, double value) {
    return new MeasuredValues(Map.of(name, value));
  }

  MeasuredValues with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new MeasuredValues(more);
  }

  /**
   * Adds the median, the 99th percentile and the maximum of times, converted from nanoseconds to
   * milliseconds.
   */
  MeasuredValues with(String name, Percentiles nanos) {
    return with(name + "MillisP50", nanos.percentile(50) / 1e6)
        .with(name + "MillisP99", nanos.percentile(99) / 1e6)
        .with(name + "MillisMax", nanos.percentile(100) / 1e6);
  }

  /** The number of that name; NaN without one. */
  double value(String name) {
    return values.getOrDefault(name, Double.NaN);
  }

  /** For each name the median of its values in all rounds. */
  static MeasuredValues median(List<MeasuredValues> rounds) {
    Map<String, Double> medians = new LinkedHashMap<>();
    for (String name : rounds.get(0).values().keySet()) {
      List<Double> sorted = new ArrayList<>();
      rounds.forEach(round -> sorted.add(round.value(name)));
      Collections.sort(sorted);
      int upper = sorted.size() / 2;
      int lower = (sorted.size() - 1) / 2;
      medians.put(name, (sorted.get(lower) + sorted.get(upper)) / 2);
    }
    return new MeasuredValues(medians);
  }
}
