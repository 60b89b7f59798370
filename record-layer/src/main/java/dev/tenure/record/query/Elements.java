package dev.tenure.record.query;

import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.query.QueryPredicate.OfElements;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns columns of an element of a repeated field, and conditions on an element, into columns of
 * the record and conditions on it.
 */
public final class Elements {
  /**
   * The column that stands for an element which is no message. No function has its name, so that it
   * cannot be bound as a column of a record.
   */
  static final KeyExpression ELEMENT =
      new KeyExpression.Function("element", Keys.empty(), 1, false);

  private Elements() {}

  /**
   * A column of an element as a column of the record. The result fans out.
   *
   * @param repeated the field of a condition on elements
   * @throws IllegalArgumentException when the column is nested too deep
   */
  public static KeyExpression column(KeyExpression repeated, KeyExpression column) {
    if (repeated instanceof KeyExpression.Nest nest) {
      return new KeyExpression.Nest(nest.name(), nest.fan(), column(nest.child(), column));
    }
    return isOfElement(column)
        ? inPlaceOfElement(repeated, column)
        : new KeyExpression.Nest(((KeyExpression.Field) repeated).name(), FanType.FAN_OUT, column);
  }

  /** Whether a column contains {@link #ELEMENT}. */
  static boolean isOfElement(KeyExpression column) {
    return column.equals(ELEMENT) || column.parts().stream().anyMatch(Elements::isOfElement);
  }

  /** Replaces {@link #ELEMENT} in a column by a field. */
  static KeyExpression inPlaceOfElement(KeyExpression field, KeyExpression column) {
    if (column.equals(ELEMENT)) {
      return field;
    }
    if (column instanceof KeyExpression.Function function) {
      return new KeyExpression.Function(
          function.name(),
          inPlaceOfElement(field, function.arguments()),
          function.resultColumns(),
          function.resultFansOut());
    }
    if (column instanceof KeyExpression.Concat concat) {
      return new KeyExpression.Concat(
          concat.parts().stream().map(part -> inPlaceOfElement(field, part)).toList());
    }
    if (isOfElement(column)) {
      throw new IllegalArgumentException(
          "condition on elements has the column "
              + column
              + ": expected the element or a function");
    }
    return column;
  }

  /**
   * A condition {@code anyOf} of a single comparison, as a comparison on the record. The result is
   * empty for other conditions, and when two columns of the element are compared.
   */
  public static Optional<QueryPredicate> ofRecord(KeyExpression repeated, QueryPredicate element) {
    if (element instanceof QueryPredicate.Comparison comparison
        && !(comparison.operand() instanceof Operand.Column)) {
      return Optional.of(
          new QueryPredicate.Comparison(
              column(repeated, comparison.column()), comparison.operator(), comparison.operand()));
    }
    if (element instanceof QueryPredicate.NullCheck check) {
      return Optional.of(
          new QueryPredicate.NullCheck(column(repeated, check.column()), check.wantsNull()));
    }
    if (element instanceof QueryPredicate.In in) {
      return Optional.of(new QueryPredicate.In(column(repeated, in.column()), in.values()));
    }
    return element instanceof QueryPredicate.InParameter in
        ? Optional.of(new QueryPredicate.InParameter(column(repeated, in.column()), in.parameter()))
        : Optional.empty();
  }

  /** Some comparisons on the record that are true whenever the condition is true. */
  public static List<QueryPredicate> impliedBy(OfElements condition) {
    List<QueryPredicate> implied = new ArrayList<>();
    if (condition.quantifier() == Quantifier.ANY) {
      collect(condition.repeated(), condition.element(), implied);
    }
    return implied;
  }

  private static void collect(
      KeyExpression repeated, QueryPredicate element, List<QueryPredicate> into) {
    if (element instanceof QueryPredicate.And and) {
      and.parts().forEach(part -> collect(repeated, part, into));
    } else if (element instanceof OfElements inner && inner.quantifier() == Quantifier.ANY) {
      collect(column(repeated, inner.repeated()), inner.element(), into);
    } else {
      ofRecord(repeated, element).ifPresent(into::add);
    }
  }
}
