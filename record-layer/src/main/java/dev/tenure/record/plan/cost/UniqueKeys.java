package dev.tenure.record.plan.cost;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Finds sets of conditions that few records satisfy, as they fix a unique key. */
final class UniqueKeys {
  private UniqueKeys() {}

  /**
   * The number of unique keys that conditions leave, by equalities and lists; empty when they do
   * not fix all columns of any.
   *
   * @param listSize the number of values of a condition with a list
   */
  static OptionalDouble count(
      BoundType type, List<QueryPredicate> conditions, ToDoubleFunction<QueryPredicate> listSize) {
    Stream<List<KeyColumn>> ofIndexes =
        type.indexes().stream()
            .filter(BoundIndex::isUnique)
            .map(index -> index.index().columns().columns());
    return Stream.concat(Stream.of(type.primaryKey().columns()), ofIndexes)
        .filter(columns -> !columns.isEmpty())
        .flatMapToDouble(columns -> count(columns, conditions, listSize).stream())
        .min();
  }

  private static OptionalDouble count(
      List<KeyColumn> columns,
      List<QueryPredicate> conditions,
      ToDoubleFunction<QueryPredicate> listSize) {
    double count = 1;
    for (KeyColumn column : columns) {
      OptionalDouble values =
          conditions.stream()
              .filter(each -> binds(each, column) || isListOf(each, column))
              .mapToDouble(each -> OneColumn.isList(each) ? listSize.applyAsDouble(each) : 1)
              .min();
      if (values.isEmpty()) {
        return values;
      }
      count *= values.getAsDouble();
    }
    return OptionalDouble.of(count);
  }

  private static boolean isListOf(QueryPredicate condition, KeyColumn column) {
    return OneColumn.isList(condition)
        && OneColumn.columnOf(condition).columns().get(0).path().equals(column.path());
  }

  /** Whether a condition is an equality of a column with a value. */
  static boolean binds(QueryPredicate condition, KeyColumn column) {
    return condition instanceof QueryPredicate.Comparison comparison
        && comparison.operator() == Operator.EQUAL
        && !(comparison.operand() instanceof Operand.Column)
        && comparison.column().columns().get(0).path().equals(column.path());
  }
}
