package dev.tenure.record.plan.logical;

import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;
import java.util.Optional;

/** Examines conditions on a single column. */
public final class OneColumn {
  /** Begins the names of the parameters that take each value of a list. */
  private static final String ELEMENTS = "$";

  private OneColumn() {}

  /** The name of the parameter that takes each value of a list. */
  public static String parameterOf(QueryPredicate list) {
    return parameterOf(list.toString());
  }

  /** The name of the parameter that takes each value of a list, by the text of its condition. */
  public static String parameterOf(String list) {
    return ELEMENTS + Long.toHexString(Fingerprint.of(list));
  }

  /** Whether a comparison is with the parameter that takes each value of a list. */
  public static boolean isOfElement(QueryPredicate.Comparison comparison) {
    return comparison.operand() instanceof Operand.Parameter parameter
        && parameter.name().startsWith(ELEMENTS);
  }

  /** The column of a condition with a list. */
  public static KeyExpression columnOf(QueryPredicate list) {
    return list instanceof QueryPredicate.In in
        ? in.column()
        : ((QueryPredicate.InParameter) list).column();
  }

  /** Begins the names of the parameters that take the place of a query's values. */
  public static final String OWN_PARAMETERS = "#";

  /** Whether the values of a list are those of a parameter that the query itself has. */
  public static boolean isOfClient(QueryPredicate list) {
    return list instanceof QueryPredicate.InParameter in
        && !in.parameter().name().startsWith(OWN_PARAMETERS);
  }

  /** Whether a condition is that a column is one of a list of values. */
  public static boolean isList(QueryPredicate condition) {
    return condition instanceof QueryPredicate.In
        || condition instanceof QueryPredicate.InParameter;
  }

  /** The values of a list, each once. */
  public static List<ColumnValue> valuesOf(QueryPredicate list, Bindings bindings) {
    List<ColumnValue> values =
        list instanceof QueryPredicate.InParameter in
            ? bindings.requireList(in.parameter().name())
            : ((QueryPredicate.In) list).values().stream().map(ColumnValue::of).toList();
    return values.stream().distinct().toList();
  }

  /** The condition that is true for the records of one value of the list. */
  public static QueryPredicate equal(QueryPredicate list) {
    return equal(list, parameterOf(list));
  }

  /** The equality with the value of a parameter of a given name. */
  public static QueryPredicate equal(QueryPredicate list, String parameter) {
    return new QueryPredicate.Comparison(
        columnOf(list), Operator.EQUAL, new Operand.Parameter(parameter));
  }

  /** Whether an element of a column that fans out may be null: one of a repeated field is not. */
  public static boolean hasNullElements(KeyExpression column) {
    KeyExpression last = column;
    while (last instanceof KeyExpression.Nest nest) {
      last = nest.child();
    }
    return column.fansOut() && !(last instanceof KeyExpression.Field && last.fansOut());
  }

  /** The column that a condition is on; empty when there are several. */
  public static Optional<KeyExpression> onlyColumn(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return comparison.operand() instanceof Operand.Column
          ? Optional.empty()
          : Optional.of(comparison.column());
    }
    if (condition instanceof QueryPredicate.NullCheck check) {
      return Optional.of(check.column());
    }
    if (condition instanceof QueryPredicate.TextMatch match) {
      return Optional.of(match.column());
    }
    if (isList(condition)) {
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
