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

/** The columns that conditions and orders look at. */
public final class Columns {
  private Columns() {}

  /** Whether a condition is on a rank, so that no record tells whether it is true. */
  static boolean haveRank(QueryPredicate condition) {
    return PredicateColumns.of(condition).stream().anyMatch(KeyExpression::needsRank);
  }

  /** What must be readable for conditions to be tested. */
  static Needs needs(Collection<QueryPredicate> conditions) {
    Set<KeyExpression> columns = new LinkedHashSet<>();
    conditions.forEach(condition -> columns.addAll(PredicateColumns.of(condition)));
    return Needs.of(columns);
  }

  /** What must be readable for rows to be merged. */
  static Needs needs(List<OrderColumn> order) {
    return Needs.of(order.stream().map(OrderColumn::column).toList());
  }
}
