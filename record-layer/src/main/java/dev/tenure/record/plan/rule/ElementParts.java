package dev.tenure.record.plan.rule;

import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.OfElements;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conditions on one element, of which a part is taken apart. */
final class ElementParts {
  private ElementParts() {}

  /** The condition with another one in the place of a part. */
  static QueryPredicate with(OfElements of, QueryPredicate part, QueryPredicate other) {
    if (of.element().equals(part)) {
      return new OfElements(Quantifier.ANY, of.repeated(), other);
    }
    List<QueryPredicate> parts = new ArrayList<>(of.element().parts());
    parts.replaceAll(each -> each.equals(part) ? other : each);
    return new OfElements(Quantifier.ANY, of.repeated(), new QueryPredicate.And(parts));
  }

  /**
   * The branches of the condition, of which any is true; of an {@code or} of the record its own.
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
