package dev.tenure.record.index;

import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.StoredColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/** The columns that the condition of a sparse index reads. */
final class ConditionColumns {
  private ConditionColumns() {}

  /** A condition is asked of the message alone, before it is known how the record is stored. */
  static void require(Index index) {
    index.predicate().ifPresent(condition -> requireNoElements(index, condition));
    for (KeyExpression column : of(index)) {
      for (StoredColumn stored : StoredColumn.values()) {
        if (column.needs(stored)) {
          throw new IllegalArgumentException(
              IndexOptions.describe(index)
                  + " has a condition on "
                  + column
                  + ": the condition of an index reads fields of the message only");
        }
      }
    }
  }

  /** What an index holds is told by single comparisons, which imply and are implied. */
  private static void requireNoElements(Index index, QueryPredicate condition) {
    if (condition instanceof QueryPredicate.OfElements) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index)
              + " has the condition "
              + condition
              + " on elements: the condition of an index compares columns, those that fan out too");
    }
    condition.parts().forEach(part -> requireNoElements(index, part));
  }

  static List<KeyExpression> of(Index index) {
    return index.predicate().map(PredicateColumns::of).map(List::copyOf).orElse(List.of());
  }
}
