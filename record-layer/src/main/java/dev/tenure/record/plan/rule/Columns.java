package dev.tenure.record.plan.rule;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The columns that conditions and orders look at. */
final class Columns {
  private Columns() {}

  static Set<KeyExpression> of(QueryPredicate condition) {
    Set<KeyExpression> columns = new LinkedHashSet<>();
    collect(condition, columns);
    return columns;
  }

  /** Whether a condition is on a rank, so that no record tells whether it is true. */
  static boolean haveRank(QueryPredicate condition) {
    return of(condition).stream().anyMatch(KeyExpression::needsRank);
  }

  private static void collect(QueryPredicate condition, Set<KeyExpression> into) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      into.add(comparison.column());
      if (comparison.operand() instanceof Operand.Column other) {
        into.add(other.column());
      }
    } else if (condition instanceof QueryPredicate.NullCheck check) {
      into.add(check.column());
    } else if (condition instanceof QueryPredicate.In in) {
      into.add(in.column());
    } else if (condition instanceof QueryPredicate.InParameter in) {
      into.add(in.column());
    }
    condition.parts().forEach(part -> collect(part, into));
  }

  /** What must be readable for conditions to be tested. */
  static Needs needs(Collection<QueryPredicate> conditions) {
    Set<KeyExpression> columns = new LinkedHashSet<>();
    conditions.forEach(condition -> collect(condition, columns));
    return Needs.of(columns);
  }

  /** What must be readable for rows to be merged. */
  static Needs needs(List<OrderColumn> order) {
    return Needs.of(order.stream().map(OrderColumn::column).toList());
  }
}
