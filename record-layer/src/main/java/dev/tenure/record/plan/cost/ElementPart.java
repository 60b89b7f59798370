package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.text.Tokenizers;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Computes for which part of the elements of a repeated field a condition is true, by the
 * histograms of their columns. The columns are assumed to be independent of each other.
 *
 * @param statistics finds those of a column of the record
 */
record ElementPart(
    Function<KeyExpression, Optional<ColumnStatistics>> statistics,
    Tokenizers tokenizers,
    Bindings values) {

  /**
   * The part of the elements; empty when it is not known of a column or a value.
   *
   * @param condition a condition on an element, with columns of the record
   */
  OptionalDouble of(QueryPredicate condition) {
    Optional<KeyExpression> only = OneColumn.onlyColumn(condition);
    if (only.isPresent()) {
      return statistics
          .apply(only.get())
          .map(column -> of(new ColumnCells(column, tokenizers, values), condition))
          .orElseGet(OptionalDouble::empty);
    }
    OptionalDouble[] parts =
        condition.parts().stream().map(this::of).toArray(OptionalDouble[]::new);
    if (parts.length == 0 || !Stream.of(parts).allMatch(OptionalDouble::isPresent)) {
      return OptionalDouble.empty();
    }
    DoubleStream known = Stream.of(parts).mapToDouble(OptionalDouble::getAsDouble);
    return OptionalDouble.of(
        condition instanceof QueryPredicate.And
            ? known.reduce(1, (one, other) -> one * other)
            : condition instanceof QueryPredicate.Or
                ? Cardinalities.any(known)
                : 1 - parts[0].getAsDouble());
  }

  private static OptionalDouble of(ColumnCells cells, QueryPredicate condition) {
    double[] parts = cells.ofElement(condition);
    return parts.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(cells.ofValues(parts));
  }
}
