package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.StoredColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.Arrays;
import java.util.List;

/** Checks the columns of an index, and of the condition of a sparse index. */
final class ConditionColumns {
  private ConditionColumns() {}

  /**
   * Refuses columns that are stored beside the message, because a condition is evaluated on the
   * message alone, before the record is stored. Also refuses columns that only queries may have:
   * ranks, and versions as constants.
   */
  static void require(Index index) {
    index.predicate().ifPresent(condition -> requireNoElements(index, condition));
    if (index.root().needsRank() || hasVersionLiteral(index.root())) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index)
              + " has a column that queries only can have: "
              + index.root());
    }
    for (KeyExpression column : of(index)) {
      boolean isStored =
          Arrays.stream(StoredColumn.values()).anyMatch(column::needs)
              || column.needsVersion()
              || column.needsIncarnation()
              || column.needsRank();
      if (isStored) {
        throw new IllegalArgumentException(
            IndexOptions.describe(index)
                + " has a condition on "
                + column
                + ": the condition of an index reads fields of the message only");
      }
    }
  }

  /**
   * Refuses conditions on elements: the planner can derive implications only from single
   * comparisons.
   */
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

  private static boolean hasVersionLiteral(KeyExpression column) {
    return (column instanceof KeyExpression.Literal literal
            && literal.value() instanceof Versionstamp)
        || column.parts().stream().anyMatch(ConditionColumns::hasVersionLiteral);
  }

  static List<KeyExpression> of(Index index) {
    return index.predicate().map(PredicateColumns::of).map(List::copyOf).orElse(List.of());
  }
}
