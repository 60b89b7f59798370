package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Estimates for which part of the records a comparison of two columns is true, by the columns'
 * histograms. The columns are assumed to be independent of each other.
 *
 * @param column the first column; it does not fan out
 * @param operator compares a value of the first column with any one of the second
 */
record TwoColumns(
    KeyExpression column,
    ColumnStatistics first,
    Operator operator,
    KeyExpression otherColumn,
    ColumnStatistics second) {

  /** The estimate of a comparison; empty where histograms do not tell. */
  static Optional<TwoColumns> of(
      Comparison comparison, Function<KeyExpression, Optional<ColumnStatistics>> statistics) {
    KeyExpression column = comparison.column();
    KeyExpression other = ((Operand.Column) comparison.operand()).column();
    Optional<ColumnStatistics> first = statistics.apply(column);
    Optional<ColumnStatistics> second = statistics.apply(other);
    if (comparison.operator().isOfStrings()
        || column.equals(other)
        || (column.fansOut() && other.fansOut())
        || first.isEmpty()
        || second.isEmpty()
        || !areOfOneType(first.get().values(), second.get().values())) {
      return Optional.empty();
    }
    TwoColumns columns =
        new TwoColumns(column, first.get(), comparison.operator(), other, second.get());
    return Optional.of(column.fansOut() ? columns.mirrored() : columns);
  }

  private static boolean areOfOneType(Histogram one, Histogram other) {
    return !one.bounds().isEmpty()
        && !other.bounds().isEmpty()
        && one.bounds().get(0).value().type() == other.bounds().get(0).value().type();
  }

  /** The same comparison, with a given column as the first one; empty when it is neither. */
  Optional<TwoColumns> by(KeyExpression wanted) {
    if (wanted.equals(column)) {
      return Optional.of(this);
    }
    return wanted.equals(otherColumn) && !otherColumn.fansOut()
        ? Optional.of(mirrored())
        : Optional.empty();
  }

  private TwoColumns mirrored() {
    Operator other =
        switch (operator) {
          case LESS -> Operator.GREATER;
          case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
          case GREATER -> Operator.LESS;
          case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
          case EQUAL, NOT_EQUAL, STARTS_WITH, HAS_SUBSTRING -> operator;
        };
    return new TwoColumns(
        /* column= */ otherColumn,
        /* first= */ second,
        other,
        /* otherColumn= */ column,
        /* second= */ first);
  }

  /** The part of all records. */
  double part() {
    List<Histogram.Bound> bounds = first.values().bounds();
    double sum = 0;
    double before = 0;
    for (Histogram.Bound bound : bounds) {
      sum += (bound.upTo() - before) * partOf(bound.value());
      before = bound.upTo();
    }
    return (1 - first.empty()) * sum;
  }

  /**
   * The part of the records with one value of the first column.
   *
   * @param place the part of the first column's values that are less
   */
  double partAt(double place) {
    List<Histogram.Bound> bounds = first.values().bounds();
    return partOf(
        bounds.stream()
            .filter(each -> each.upTo() >= place)
            .findFirst()
            .orElse(bounds.get(bounds.size() - 1))
            .value());
  }

  private double partOf(ColumnValue value) {
    double less = second.values().upTo(value, false);
    double upTo = second.values().upTo(value, true);
    double part =
        switch (operator) {
          case LESS -> 1 - upTo;
          case LESS_OR_EQUAL -> 1 - less;
          case GREATER -> less;
          case GREATER_OR_EQUAL -> upTo;
          case EQUAL, STARTS_WITH, HAS_SUBSTRING -> Math.max(upTo - less, 1 / second.distinct());
          case NOT_EQUAL -> 1 - (upTo - less);
        };
    return second.ofAny(Math.max(0, part));
  }
}
