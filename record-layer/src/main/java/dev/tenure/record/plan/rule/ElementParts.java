package dev.tenure.record.plan.rule;

import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.OfElements;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Replaces a part of a condition on elements, or splits such a condition into branches. */
final class ElementParts {
  private ElementParts() {}

  /** Replaces a part of a condition on elements by another condition. */
  static QueryPredicate with(OfElements of, QueryPredicate part, QueryPredicate other) {
    if (of.element().equals(part)) {
      return new OfElements(Quantifier.ANY, of.repeated(), other);
    }
    List<QueryPredicate> parts = new ArrayList<>(of.element().parts());
    parts.replaceAll(each -> each.equals(part) ? other : each);
    return new OfElements(Quantifier.ANY, of.repeated(), new QueryPredicate.And(parts));
  }

  /**
   * The branches of a condition, of which at least one is true where the condition is true. They
   * are the parts of an {@code or}, on the record or on an element.
   */
  static List<QueryPredicate> branches(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Or or) {
      return or.parts();
    }
    if (!(condition instanceof OfElements of) || of.quantifier() != Quantifier.ANY) {
      return List.of();
    }
    Optional<QueryPredicate> or =
        of.element() instanceof QueryPredicate.And and
            ? and.parts().stream().filter(QueryPredicate.Or.class::isInstance).findFirst()
            : Optional.of(of.element()).filter(QueryPredicate.Or.class::isInstance);
    return or.stream()
        .flatMap(part -> part.parts().stream().map(branch -> with(of, part, branch)))
        .toList();
  }
}
