package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.OfElements;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Conditions as terms: comparisons on columns of the record, each with the elements that it is of.
 * All terms of {@code anyOf(line, sku = x and quantity > 3)} are of one line; of two comparisons on
 * the record each is of an element of its own.
 */
final class ElementTerms {
  private final List<Term> terms = new ArrayList<>();
  private int elements;

  /**
   * A comparison of a condition.
   *
   * @param whole the condition
   * @param place of the comparison among those of the condition
   * @param comparison with columns of the record
   * @param elements for each field that fans out around the column, from the record inward, which
   *     element it is of
   */
  record Term(QueryPredicate whole, int place, QueryPredicate comparison, List<Integer> elements) {}

  /** The terms of conditions, those of conditions on elements first. */
  static List<Term> of(List<QueryPredicate> conditions) {
    ElementTerms terms = new ElementTerms();
    conditions.stream()
        .filter(OfElements.class::isInstance)
        .forEach(each -> terms.new Walk(each).walk(Optional.empty(), List.of(), each));
    conditions.stream()
        .filter(each -> !(each instanceof OfElements))
        .forEach(each -> terms.terms.add(new Term(each, 0, each, terms.more(List.of(), each))));
    return terms.terms;
  }

  /** Elements of fields that fan out around the column of a comparison, beside the first ones. */
  private List<Integer> more(List<Integer> first, QueryPredicate comparison) {
    return column(comparison).map(column -> more(first, column)).orElse(first);
  }

  private List<Integer> more(List<Integer> first, KeyExpression column) {
    List<Integer> all = new ArrayList<>(first);
    int depth = FanOuts.of(column).get(0).size();
    while (all.size() < depth) {
      all.add(elements++);
    }
    return List.copyOf(all);
  }

  private static Optional<KeyExpression> column(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return Optional.of(comparison.column());
    }
    return condition instanceof QueryPredicate.NullCheck check
        ? Optional.of(check.column())
        : Optional.empty();
  }

  /** The comparisons of one condition, in the order of their places. */
  private final class Walk {
    private final QueryPredicate whole;
    private int place;

    Walk(QueryPredicate whole) {
      this.whole = whole;
    }

    void walk(Optional<KeyExpression> around, List<Integer> of, QueryPredicate part) {
      if (part instanceof QueryPredicate.And and) {
        and.parts().forEach(each -> walk(around, of, each));
      } else if (part instanceof OfElements inner && inner.quantifier() == Quantifier.ANY) {
        KeyExpression repeated = within(around, inner.repeated());
        walk(Optional.of(repeated), more(of, repeated), inner.element());
      } else {
        int mine = place++;
        around
            .flatMap(repeated -> Elements.ofRecord(repeated, part))
            .ifPresent(each -> terms.add(new Term(whole, mine, each, more(of, each))));
      }
    }
  }

  private static KeyExpression within(Optional<KeyExpression> around, KeyExpression repeated) {
    return around.map(outer -> Elements.column(outer, repeated)).orElse(repeated);
  }

  /** The places of all comparisons of a condition, those that are no terms too. */
  static int places(QueryPredicate part) {
    if (part instanceof QueryPredicate.And and) {
      return and.parts().stream().mapToInt(ElementTerms::places).sum();
    }
    return part instanceof OfElements of && of.quantifier() == Quantifier.ANY
        ? places(of.element())
        : 1;
  }

  /** What of the conditions some terms say: whole conditions, and parts of those on elements. */
  static Said said(List<Term> bound) {
    Map<QueryPredicate, List<Integer>> places = new HashMap<>();
    List<QueryPredicate> order = new ArrayList<>();
    for (Term term : bound) {
      if (!places.containsKey(term.whole())) {
        order.add(term.whole());
      }
      places.computeIfAbsent(term.whole(), each -> new ArrayList<>()).add(term.place());
    }
    List<QueryPredicate> whole = new ArrayList<>();
    List<QueryPredicate> parts = new ArrayList<>();
    for (QueryPredicate condition : order) {
      List<Integer> said = places.getOrDefault(condition, List.of());
      if (said.size() == places(condition)) {
        whole.add(condition);
      } else {
        new Cut(said).of(condition).map(Conjuncts::of).ifPresent(parts::addAll);
      }
    }
    return new Said(whole, parts);
  }

  /**
   * What is said.
   *
   * @param whole conditions of which nothing is left to test
   * @param parts what is true where further conditions are, which are still to be tested
   */
  record Said(List<QueryPredicate> whole, List<QueryPredicate> parts) {}

  /** A condition cut down to the comparisons at some places. */
  private static final class Cut {
    private final List<Integer> kept;
    private int place;

    Cut(List<Integer> kept) {
      this.kept = kept;
    }

    Optional<QueryPredicate> of(QueryPredicate part) {
      if (part instanceof QueryPredicate.And and) {
        List<QueryPredicate> parts =
            and.parts().stream().map(this::of).flatMap(Optional::stream).toList();
        return parts.size() < 2
            ? parts.stream().findFirst()
            : Optional.of(new QueryPredicate.And(parts));
      }
      if (part instanceof OfElements of && of.quantifier() == Quantifier.ANY) {
        return of(of.element()).map(inner -> new OfElements(Quantifier.ANY, of.repeated(), inner));
      }
      return kept.contains(place++) ? Optional.of(part) : Optional.empty();
    }
  }
}
