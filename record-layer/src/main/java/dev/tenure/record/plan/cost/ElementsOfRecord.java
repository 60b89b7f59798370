package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.OfElements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rewrites conditions on elements, so that columns of the record replace columns of the element.
 */
final class ElementsOfRecord {
  private ElementsOfRecord() {}

  /**
   * The comparisons in a condition, including those on elements inside of elements, with columns of
   * the record.
   */
  static List<QueryPredicate> leaves(OfElements of) {
    List<QueryPredicate> leaves = new ArrayList<>();
    collect(of.repeated(), of.element(), leaves);
    return leaves;
  }

  private static void collect(
      KeyExpression repeated, QueryPredicate element, List<QueryPredicate> into) {
    Elements.ofRecord(repeated, element).ifPresent(into::add);
    if (element instanceof OfElements inner) {
      collect(Elements.column(repeated, inner.repeated()), inner.element(), into);
    }
    element.parts().forEach(part -> collect(repeated, part, into));
  }

  /** The whole condition on one element; empty when it contains a condition on elements. */
  static Optional<QueryPredicate> of(KeyExpression repeated, QueryPredicate element) {
    List<QueryPredicate> parts = new ArrayList<>();
    for (QueryPredicate part : element.parts()) {
      Optional<QueryPredicate> found = of(repeated, part);
      if (found.isEmpty()) {
        return found;
      }
      parts.add(found.get());
    }
    if (element instanceof QueryPredicate.And) {
      return Optional.of(new QueryPredicate.And(parts));
    }
    if (element instanceof QueryPredicate.Or) {
      return Optional.of(new QueryPredicate.Or(parts));
    }
    return element instanceof QueryPredicate.Not
        ? Optional.of(new QueryPredicate.Not(parts.get(0)))
        : Elements.ofRecord(repeated, element);
  }
}
