package dev.tenure.record.plan.cost;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Statistics of the records of a type.
 *
 * @param records the number of records
 * @param bytes the average number of bytes of a record
 * @param sampled the number of records that were sampled
 * @param columns the statistics of columns, by the columns' texts
 * @param distinct the number of different tuples of several columns, by {@link
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
