package dev.tenure.record.query;

import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.StoredColumn;
import java.util.List;
import java.util.stream.Stream;

/** The rules for conditions on elements. They are checked when a condition is made. */
final class ElementRules {
  private ElementRules() {}

  static void require(String what, KeyExpression repeated, QueryPredicate element) {
    requireRepeated(what, repeated);
    PredicateRules.requireSize(what, List.of(element));
    columns(element).forEach(column -> requireColumn(what, repeated, column));
  }

  private static void requireRepeated(String what, KeyExpression repeated) {
    KeyExpression field = repeated;
    while (field instanceof KeyExpression.Nest nest && nest.fan() != FanType.CONCATENATE) {
      field = nest.child();
    }
    if (!(field instanceof KeyExpression.Field last) || last.fan() != FanType.FAN_OUT) {
      throw new IllegalArgumentException(
          what
              + " of "
              + repeated
              + ", expected a repeated field with"
              + " FanType.FAN_OUT; for a field that is not repeated, use a plain comparison");
    }
  }

  private static void requireColumn(String what, KeyExpression repeated, KeyExpression column) {
    boolean isStored = Stream.of(StoredColumn.values()).anyMatch(column::needs);
    if (isStored || column.needsIncarnation()) {
      throw new IllegalArgumentException(
          what
              + " of "
              + repeated
              + " has a condition on "
              + column
              + ", which is a column of the record and not of an element: combine the two"
              + " conditions with and");
    }
    KeyExpression unused = Elements.column(repeated, column); // refuses what is nested too deep
  }

  /** The columns of a condition on an element, as columns of that element. */
  private static Stream<KeyExpression> columns(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.OfElements of) {
      return columns(of.element()).map(column -> Elements.column(of.repeated(), column));
    }
    if (condition instanceof QueryPredicate.TextMatch match) {
      throw new IllegalArgumentException(
          match
              + " searches a text, expected comparisons of the element: combine the two conditions"
              + " with and");
    }
    return condition.parts().isEmpty()
        ? PredicateColumns.of(condition).stream()
        : condition.parts().stream().flatMap(ElementRules::columns);
  }
}
