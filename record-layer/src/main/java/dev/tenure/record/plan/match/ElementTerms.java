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
 * Splits conditions into terms: comparisons on columns of the record, each with the elements to
 * which it belongs. All terms of {@code anyOf(line, sku = x and quantity > 3)} belong to one line.
 * Two comparisons on the record belong to two elements, which may be different.
 */
final class ElementTerms {
  private final List<Term> terms = new ArrayList<>();
  private int elements;

  /**
   * A comparison of a condition.
   *
   * @param whole the condition to which the comparison belongs
   * @param place the place of the comparison among the comparisons of the condition
   * @param comparison the comparison, on columns of the record
   * @param elements for each field around the column that fans out, from the record inward, the
   *     number of the element to which the comparison belongs
   */
  record Term(QueryPredicate whole, int place, QueryPredicate comparison, List<Integer> elements) {}

  /** The terms of conditions. Terms of conditions on elements come first. */
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

  /**
   * The numbers of a comparison's elements: given ones for the outer fields that fan out, and new
   * ones for the further fields.
   */
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

  /** Collects the terms of one condition, in the order of their places. */
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

  /** The number of places in a condition. Comparisons that are no terms have places too. */
  static int places(QueryPredicate part) {
    if (part instanceof QueryPredicate.And and) {
      return and.parts().stream().mapToInt(ElementTerms::places).sum();
    }
    return part instanceof OfElements of && of.quantifier() == Quantifier.ANY
        ? places(of.element())
        : 1;
  }

  /** The conditions, and parts of conditions on elements, that some terms answer. */
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
   * The part of the conditions that bounds answer.
   *
   * @param whole the conditions that are answered entirely
   * @param parts conditions weaker than conditions on elements, which must still be tested
   *     themselves
   */
  record Said(List<QueryPredicate> whole, List<QueryPredicate> parts) {}

  /** Reduces a condition to the comparisons at some places. */
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
