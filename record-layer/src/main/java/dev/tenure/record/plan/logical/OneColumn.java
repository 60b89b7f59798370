package dev.tenure.record.plan.logical;

import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.Optional;

/** Looks at conditions on a single column. */
public final class OneColumn {
  private OneColumn() {}

  /** The name of the parameter that takes each value of a list. */
  public static String parameterOf(QueryPredicate list) {
    return parameterOf(list.toString());
  }

  /** The name of the parameter that takes each value of a list, by the text of its condition. */
  public static String parameterOf(String list) {
    return "$" + Long.toHexString(Fingerprint.of(list));
  }

  /** The column of a condition with a list. */
  public static KeyExpression columnOf(QueryPredicate list) {
    return list instanceof QueryPredicate.In in
        ? in.column()
        : ((QueryPredicate.InParameter) list).column();
  }

  /** The equality with one value of a list, which a parameter takes. */
  public static QueryPredicate equal(QueryPredicate list) {
    return equal(list, parameterOf(list));
  }

  /** The equality with the value of a parameter of a given name. */
  public static QueryPredicate equal(QueryPredicate list, String parameter) {
    return new QueryPredicate.Comparison(
        columnOf(list), Operator.EQUAL, new Operand.Parameter(parameter));
  }

  /** The column of a condition; empty when it has several. */
  public static Optional<KeyExpression> onlyColumn(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return comparison.operand() instanceof Operand.Column
          ? Optional.empty()
          : Optional.of(comparison.column());
    }
    if (condition instanceof QueryPredicate.NullCheck check) {
      return Optional.of(check.column());
    }
    if (condition instanceof QueryPredicate.In || condition instanceof QueryPredicate.InParameter) {
      return Optional.of(columnOf(condition));
    }
    if (condition.parts().isEmpty()) {
      return Optional.empty();
    }
    Optional<KeyExpression> first = onlyColumn(condition.parts().get(0));
    return condition.parts().stream().allMatch(part -> onlyColumn(part).equals(first))
        ? first
        : Optional.empty();
  }
}
