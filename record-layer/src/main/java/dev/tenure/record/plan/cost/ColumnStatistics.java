package dev.tenure.record.plan.cost;

import dev.tenure.record.query.QueryPredicate.Quantifier;

/**
 * Statistics of a column of a record type.
 *
 * @param empty the part of the records without a value: null, or without elements
 * @param nulls the part of the records of which an element is null; of a column that does not fan
 *     out, the same as {@code empty}
 * @param elements the average number of different values of a record, over all records
 * @param distinct the number of different values of the column
 * @param least the part of all values that a value is assumed to have which no sampled record had;
 *     0 when all records were sampled
 * @param values the histogram of the values
 */
public record ColumnStatistics(
    double empty, double nulls, double elements, double distinct, double least, Histogram values) {

  /** The average number of values of a record with at least one value. */
  double elementsOfSome() {
    return empty < 1 ? Math.max(1, elements / (1 - empty)) : 1;
  }

  /** The part of the records of which any value satisfies a condition. */
  double ofAny(double partOfValues) {
    return (1 - empty) * (1 - Math.pow(1 - Math.min(1, partOfValues), elementsOfSome()));
  }

  /** The part of the records of which any element, or each element, satisfies a condition. */
  double ofElements(Quantifier quantifier, double partOfValues) {
    return quantifier == Quantifier.ANY
        ? ofAny(Math.max(partOfValues, least))
        : 1 - ofAny(Math.max(1 - partOfValues, least));
  }

  /**
   * The average number of values that satisfy a condition, in records with at least one such value.
   *
   * @param records the part of the records with at least one such value
   */
  double entries(double records) {
    if (records <= 0 || empty >= 1) {
      return 1;
    }
    double share = Math.min(1, records / (1 - empty));
    double partOfValues = 1 - Math.pow(1 - share, 1 / elementsOfSome());
    return Math.max(1, elements * partOfValues / records);
  }

  /** The part of the records that come first in ascending order: those without a value, if any. */
  double first() {
    return empty > 0 || values.bounds().isEmpty() ? empty : values.bounds().get(0).equal();
  }

  /** The part of the records with the greatest value. */
  double last() {
    int bounds = values.bounds().size();
    return bounds == 0 ? empty : (1 - empty) * values.bounds().get(bounds - 1).equal();
  }

  /** The number of different values between two neighbouring bounds. */
  double between() {
    int bounds = values.bounds().size();
    return Math.max(1, (distinct - bounds) / Math.max(1, bounds));
  }
}
