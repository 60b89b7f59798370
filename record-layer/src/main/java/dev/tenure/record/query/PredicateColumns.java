package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the columns that conditions use. */
public final class PredicateColumns {
  private PredicateColumns() {}

  /** All columns of a condition, on both sides of its comparisons. */
  public static Set<KeyExpression> of(QueryPredicate condition) {
    return of(condition, part -> true);
  }

  /** The columns of those comparisons of a condition that a filter accepts. */
  public static Set<KeyExpression> of(
      QueryPredicate condition, Predicate<? super QueryPredicate> filter) {
    Set<KeyExpression> columns = new LinkedHashSet<>();
    collect(condition, filter, columns);
    return columns;
  }

  private static void collect(
      QueryPredicate condition, Predicate<? super QueryPredicate> filter, Set<KeyExpression> into) {
    Optional<KeyExpression> column = column(condition);
    if (column.isPresent() && filter.test(condition)) {
      into.add(column.get());
      if (condition instanceof QueryPredicate.Comparison comparison
          && comparison.operand() instanceof Operand.Column other) {
        into.add(other.column());
      }
    }
    condition.parts().forEach(part -> collect(part, filter, into));
  }

  private static Optional<KeyExpression> column(QueryPredicate leaf) {
    if (leaf instanceof QueryPredicate.Comparison comparison) {
      return Optional.of(comparison.column());
    }
    if (leaf instanceof QueryPredicate.NullCheck check) {
      return Optional.of(check.column());
    }
    if (leaf instanceof QueryPredicate.In in) {
      return Optional.of(in.column());
    }
    if (leaf instanceof QueryPredicate.OfElements of) {
      return Optional.of(of.repeated()); // fans out: the whole record is looked at
    }
    if (leaf instanceof QueryPredicate.TextMatch match) {
      return Optional.of(match.column());
    }
    return leaf instanceof QueryPredicate.InParameter in
        ? Optional.of(in.column())
        : Optional.empty();
  }
}
