package dev.tenure.record.plan.cost;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;

/** Finds sets of conditions that at most one record satisfies. */
final class UniqueKeys {
  private UniqueKeys() {}

  /** Whether conditions fix all columns of a unique key. */
  static boolean areBound(BoundType type, List<QueryPredicate> conditions) {
    return areBound(type.primaryKey().columns(), conditions)
        || type.indexes().stream()
            .filter(BoundIndex::isUnique)
            .anyMatch(index -> areBound(index.index().columns().columns(), conditions));
  }

  private static boolean areBound(List<KeyColumn> columns, List<QueryPredicate> conditions) {
    return !columns.isEmpty()
        && columns.stream()
            .allMatch(column -> conditions.stream().anyMatch(each -> binds(each, column)));
  }

  /** Whether a condition is an equality of a column with a value. */
  static boolean binds(QueryPredicate condition, KeyColumn column) {
    return condition instanceof QueryPredicate.Comparison comparison
        && comparison.operator() == Operator.EQUAL
        && !(comparison.operand() instanceof Operand.Column)
        && comparison.column().columns().get(0).path().equals(column.path());
  }
}
