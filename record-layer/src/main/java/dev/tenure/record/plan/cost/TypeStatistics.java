package dev.tenure.record.plan.cost;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of the records of a type.
 *
 * @param records how many there are
 * @param bytes how many bytes one takes on average
 * @param sampled of how many records all this is known
 * @param columns of columns, by their texts
 * @param distinct how many different tuples several columns have, by {@link
 *     SampledStatistics#tuple}
 */
public record TypeStatistics(
    double records,
    double bytes,
    long sampled,
    SortedMap<String, ColumnStatistics> columns,
    SortedMap<String, Double> distinct) {
  public TypeStatistics {
    columns = Collections.unmodifiableSortedMap(new TreeMap<>(columns));
    distinct = Collections.unmodifiableSortedMap(new TreeMap<>(distinct));
  }
}
