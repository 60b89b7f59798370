package dev.tenure.record.plan.cost;

/**
 * What is known of a column of a record type.
 *
 * @param empty the part of the records without a value: null, or without elements
 * @param elements how many different values a record has on average, those without one included
 * @param distinct how many different values there are
 * @param least the least part of the values that one value is thought to be, as not all were seen;
 *     0 when all were
 * @param values how they are spread, of the values that are there
 */
public record ColumnStatistics(
    double empty, double elements, double distinct, double least, Histogram values) {

  /** How many values a record has that has any. */
  double elementsOfSome() {
    return empty < 1 ? Math.max(1, elements / (1 - empty)) : 1;
  }

  /** The part of the records of which a condition is true of any value. */
  double ofAny(double partOfValues) {
    return (1 - empty) * (1 - Math.pow(1 - Math.min(1, partOfValues), elementsOfSome()));
  }

  /**
   * How many values that fulfil a condition a record has, of those that have one.
   *
   * @param records the part of the records that have one
   */
  double entries(double records) {
    if (records <= 0 || empty >= 1) {
      return 1;
    }
    double share = Math.min(1, records / (1 - empty));
    double partOfValues = 1 - Math.pow(1 - share, 1 / elementsOfSome());
    return Math.max(1, elements * partOfValues / records);
  }

  /** How many different values there are between two bounds. */
  double between() {
    int bounds = values.bounds().size();
    return Math.max(1, (distinct - bounds) / Math.max(1, bounds));
  }
}
