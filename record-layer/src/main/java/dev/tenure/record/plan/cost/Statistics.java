package dev.tenure.record.plan.cost;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is known of the sizes of a store, for the costs of plans. Wrong numbers make plans slower,
 * and never wrong. Safe for use by many threads.
 */
public interface Statistics {
  /** How many records a type has when nothing tells. */
  double RECORDS = 10_000;

  /** How many different values a column has when nothing tells. */
  double DISTINCT = 100;

  /** How many records there are of a type; empty when that is not known. */
  OptionalDouble records(String type);

  /**
   * How many different tuples of columns the records of a type have.
   *
   * @param columns the texts of one or more columns
   * @return empty when that is not known
   */
  OptionalDouble distinct(String type, List<String> columns);

  /**
   * What is known of the values of a column.
   *
   * @param column its text
   */
  default Optional<ColumnStatistics> column(String type, String column) {
    return Optional.empty();
  }

  /** Nothing is known: {@link #RECORDS} and {@link #DISTINCT} hold everywhere. */
  static Statistics unknown() {
    return DeclaredStatistics.NONE;
  }

  /** Statistics that a client declares. */
  static DeclaredStatistics declared() {
    return DeclaredStatistics.NONE;
  }
}
