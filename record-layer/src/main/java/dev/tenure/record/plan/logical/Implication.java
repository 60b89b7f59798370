package dev.tenure.record.plan.logical;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;

/**
 * Decides whether conditions that are true for a record imply another condition. A sparse index may
 * be read only if the query's conditions imply the index's own, so that the index has all wanted
 * records. The test is sound but not complete: in doubt, a condition is not implied.
 */
public final class Implication {
  private final List<QueryPredicate> facts;

  /**
   * Creates a test.
   *
   * @param facts the conditions that are true for the records
   */
  public Implication(List<QueryPredicate> facts) {
    this.facts = facts;
  }

  /** Whether a condition is true for each record for which the facts are true. */
  public boolean implies(QueryPredicate wanted) {
    if (wanted instanceof QueryPredicate.And and) {
      return and.parts().stream().allMatch(this::implies);
    }
    if (wanted instanceof QueryPredicate.Or or && or.parts().stream().anyMatch(this::implies)) {
      return true;
    }
    return facts.stream().anyMatch(fact -> implies(fact, wanted));
  }

  private static boolean implies(QueryPredicate fact, QueryPredicate wanted) {
    if (fact.equals(wanted)) {
      return true;
    }
    if (fact instanceof QueryPredicate.Or or) {
      return or.parts().stream()
          .allMatch(branch -> new Implication(Conjuncts.of(branch)).implies(wanted));
    }
    if (fact instanceof QueryPredicate.In in) {
      // No record is in an empty list. It implies nothing here, so that no plan tests conditions on
      // columns that the query's types may not have.
      return !in.values().isEmpty()
          && in.values().stream()
              .allMatch(value -> impliesValue(in.column(), Operator.EQUAL, value, wanted));
    }
    if (fact instanceof QueryPredicate.Comparison comparison) {
      return comparison.operand() instanceof Operand.Value value
          ? impliesValue(comparison.column(), comparison.operator(), value.literal(), wanted)
          : isNotNull(comparison.column(), wanted);
    }
    if (fact instanceof QueryPredicate.OfElements of) {
      return Elements.impliedBy(of).stream().anyMatch(each -> implies(each, wanted));
    }
    if (fact instanceof QueryPredicate.TextMatch match) {
      return isNotNull(match.column(), wanted);
    }
    return fact instanceof QueryPredicate.InParameter in && isNotNull(in.column(), wanted);
  }

  /**
   * Whether a true condition implies that some element of a column is not null, as a comparison
   * does.
   */
  private static boolean isNotNull(KeyExpression column, QueryPredicate wanted) {
    return wanted instanceof QueryPredicate.NullCheck check
        && !check.wantsNull()
        && check.column().equals(column);
  }

  private static boolean impliesValue(
      KeyExpression column,
      Operator operator,
      KeyExpression.Literal literal,
      QueryPredicate wanted) {
    if (isNotNull(column, wanted)) {
      return true;
    }
    ColumnValue value = ColumnValue.of(literal);
    if (wanted instanceof QueryPredicate.In in && in.column().equals(column)) {
      return operator == Operator.EQUAL
          && in.values().stream().anyMatch(each -> order(value, each) == 0);
    }
    return wanted instanceof QueryPredicate.Comparison comparison
        && comparison.column().equals(column)
        && comparison.operand() instanceof Operand.Value bound
        && ColumnValue.of(bound.literal()).type() == value.type()
        && implies(operator, order(value, bound.literal()), comparison.operator());
  }

  private static int order(ColumnValue value, KeyExpression.Literal other) {
    return Integer.signum(-value.compareTo(ColumnValue.of(other).element()));
  }

  /**
   * Whether {@code column operator value} implies {@code column wanted bound}.
   *
   * @param order the comparison of the value with the bound: -1 when the value is less
   */
  private static boolean implies(Operator operator, int order, Operator wanted) {
    return switch (operator) {
      case EQUAL -> holds(order, wanted);
      case LESS -> order <= 0 && isBelow(wanted);
      case LESS_OR_EQUAL ->
          order < 0 ? isBelow(wanted) : isBoth(order, wanted, Operator.LESS_OR_EQUAL);
      case GREATER -> order >= 0 && isAbove(wanted);
      case GREATER_OR_EQUAL ->
          order > 0 ? isAbove(wanted) : isBoth(order, wanted, Operator.GREATER_OR_EQUAL);
      case NOT_EQUAL, STARTS_WITH, HAS_SUBSTRING -> false;
    };
  }

  /** Whether an operator is true for all values below the bound. */
  private static boolean isBelow(Operator wanted) {
    return isOneOf(wanted, Operator.LESS, Operator.LESS_OR_EQUAL) || wanted == Operator.NOT_EQUAL;
  }

  /** Whether an operator is true for all values above the bound. */
  private static boolean isAbove(Operator wanted) {
    return isOneOf(wanted, Operator.GREATER, Operator.GREATER_OR_EQUAL)
        || wanted == Operator.NOT_EQUAL;
  }

  private static boolean isBoth(int order, Operator wanted, Operator inclusive) {
    return order == 0 && wanted == inclusive;
  }

  private static boolean holds(int order, Operator wanted) {
    return switch (wanted) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case STARTS_WITH, HAS_SUBSTRING -> false;
    };
  }

  private static boolean isOneOf(Operator operator, Operator one, Operator other) {
    return operator == one || operator == other;
  }
}
