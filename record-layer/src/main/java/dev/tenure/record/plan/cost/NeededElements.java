package dev.tenure.record.plan.cost;

import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.OfElements;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.List;
import java.util.Optional;

/**
 * Tells for which repeated fields a condition needs an element. A negated condition is true for
 * records without elements; beside a condition that needs one, these do not count:
 *
 * <pre>
 * not anyOf(tag = a)                    records without tags, and those with only other ones
 * not anyOf(tag = a) and anyOf(tag = b)  only records with tags
 * </pre>
 */
final class NeededElements {
  private NeededElements() {}

  /**
   * A column of the field whose records without elements satisfy a condition; empty when another
   * condition does not need an element of the field, or the condition needs one itself.
   */
  static Optional<KeyExpression> columnOf(
      QueryPredicate condition, List<QueryPredicate> conditions) {
    return opposite(condition)
        .flatMap(NeededElements::needed)
        .filter(
            column ->
                conditions.stream()
                    .flatMap(other -> needed(other).stream())
                    .anyMatch(other -> field(other).equals(field(column))));
  }

  private static Optional<QueryPredicate> opposite(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Not not) {
      return Optional.of(not.part());
    }
    return condition instanceof OfElements of && of.quantifier() == Quantifier.ALL
        ? Optional.of(new OfElements(Quantifier.ANY, of.repeated(), of.element()))
        : Optional.empty();
  }

  /** A column of the repeated field of which a condition needs an element. */
  private static Optional<KeyExpression> needed(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.And and) {
      return and.parts().stream().flatMap(part -> needed(part).stream()).findFirst();
    }
    if (condition instanceof OfElements of && of.quantifier() == Quantifier.ANY) {
      return ElementsOfRecord.leaves(of).stream()
          .flatMap(leaf -> OneColumn.onlyColumn(leaf).stream())
          .findFirst();
    }
    return condition.parts().isEmpty()
        ? OneColumn.onlyColumn(condition).filter(KeyExpression::fansOut)
        : Optional.empty();
  }

  /** The path of the first repeated field of a column. */
  private static String field(KeyExpression column) {
    return column instanceof KeyExpression.Nest nest
        ? nest.fan() == FanType.FAN_OUT ? nest.name() : nest.name() + "." + field(nest.child())
        : column.toString();
  }
}
