package dev.tenure.record.plan.rule;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the columns that conditions and orders use. */
public final class Columns {
  private Columns() {}

  /**
   * Whether a condition is on a rank. A record alone does not tell whether such a condition is
   * true.
   */
  static boolean haveRank(QueryPredicate condition) {
    return PredicateColumns.of(condition).stream().anyMatch(KeyExpression::needsRank);
  }

  /** The columns that must be readable so that conditions can be tested. */
  static Needs needs(Collection<QueryPredicate> conditions) {
    Set<KeyExpression> columns = new LinkedHashSet<>();
    conditions.forEach(condition -> columns.addAll(PredicateColumns.of(condition)));
    return Needs.of(columns);
  }

  /** The columns that must be readable so that rows can be merged. */
  static Needs needs(List<OrderColumn> order) {
    return Needs.of(order.stream().map(OrderColumn::column).toList());
  }
}
