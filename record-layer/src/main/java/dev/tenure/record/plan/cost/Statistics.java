package dev.tenure.record.plan.cost;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Numbers of records and values of a store, for the costs of plans. Wrong statistics make plans
 * slower, but never make their results wrong. Safe for use by many threads.
 */
public interface Statistics {
  /** The number of records that a type is assumed to have without statistics. */
  double RECORDS = 10_000;

  /** The number of different values that a column is assumed to have without statistics. */
  double DISTINCT = 100;

  /** The number of records of a type; empty when it is not known. */
  OptionalDouble records(String type);

  /**
   * The number of different tuples that some columns have in the records of a type.
   *
   * @param columns the texts of one or more columns
   * @return empty when the number is not known
   */
  OptionalDouble distinct(String type, List<String> columns);

  /**
   * The statistics of a column's values; empty when they are not known.
   *
   * @param column the text of the column
   */
  default Optional<ColumnStatistics> column(String type, String column) {
    return Optional.empty();
  }

  /**
   * Statistics that know nothing, so that {@link #RECORDS} and {@link #DISTINCT} are assumed
   * everywhere.
   */
  static Statistics unknown() {
    return DeclaredStatistics.NONE;
  }

  /** Statistics that a client declares. */
  static DeclaredStatistics declared() {
    return DeclaredStatistics.NONE;
  }
}
