package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.plan.match.ElementTerms.Term;
import dev.tenure.record.plan.match.KeyBounds.End;
import dev.tenure.record.plan.match.KeyBounds.Equality;
import dev.tenure.record.plan.match.KeyBounds.Interval;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.NullCheck;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the bounds that conditions give to the columns of a key: equalities for the first columns,
 * then an interval for the next one. If several columns of an entry belong to one element, they are
 * bounded only by conditions on one element, since two comparisons on the record may be true for
 * two different elements.
 */
final class KeyMatcher {
  private final List<Term> open;
  private final List<Term> used = new ArrayList<>();
  private final List<List<Integer>> fanOuts;
  private final Map<Integer, Integer> elementOf = new HashMap<>();
  private final List<Equality> equalities = new ArrayList<>();
  private final Function<KeyExpression, ValueType> typeOf;
  private Optional<Interval> interval = Optional.empty();

  /**
   * Creates a matcher of conditions with a key.
   *
   * @param fanOuts for each of the first columns, the elements to which it belongs; later columns
   *     belong to the record
   * @param typeOf computes the type of a condition's column
   */
  KeyMatcher(
      List<QueryPredicate> conditions,
      List<List<Integer>> fanOuts,
      Function<KeyExpression, ValueType> typeOf) {
    this.open = new ArrayList<>(ElementTerms.of(conditions));
    this.fanOuts = fanOuts;
    this.typeOf = typeOf;
  }

  /** Bounds the first slots of a key, up to the first slot that no condition bounds. */
  void match(List<Slot> slots, List<ValueType> types) {
    for (int i = 0; i < slots.size(); i++) {
      Optional<KeyColumn> column = slots.get(i).column();
      if (column.isEmpty()) {
        return;
      }
      List<Integer> around = i < fanOuts.size() ? fanOuts.get(i) : List.of();
      if (!matchEquality(column.get(), around, types.get(i))) {
        matchInterval(column.get(), around, types.get(i));
        return;
      }
    }
  }

  /** As {@link #match}, but only by equalities of columns that do not fan out. */
  void matchEqualities(List<KeyColumn> columns, List<ValueType> types) {
    int next = 0;
    while (next < columns.size() && matchEquality(columns.get(next), List.of(), types.get(next))) {
      next++;
    }
  }

  private boolean matchEquality(KeyColumn column, List<Integer> around, ValueType type) {
    for (Term term : open) {
      Optional<Equality> equality = equality(column, type, term.comparison());
      if (equality.isPresent() && isOfSame(around, term)) {
        equalities.add(equality.get());
        use(around, term);
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a term belongs to the same elements as the terms that already bound the column and the
   * columns beside it.
   */
  private boolean isOfSame(List<Integer> around, Term term) {
    if (around.size() != term.elements().size()) {
      return false;
    }
    for (int i = 0; i < around.size(); i++) {
      Integer element = term.elements().get(i);
      Integer taken = elementOf.get(around.get(i));
      if (taken == null ? elementOf.containsValue(element) : !taken.equals(element)) {
        return false;
      }
    }
    return true;
  }

  private Optional<Equality> equality(KeyColumn column, ValueType type, QueryPredicate condition) {
    if (condition instanceof NullCheck check && check.wantsNull()) {
      return part(column, type, check.column()).map(part -> new Equality(part, Optional.empty()));
    }
    return condition instanceof Comparison comparison
            && comparison.operator() == Operator.EQUAL
            && isGiven(comparison.operand())
        ? part(column, type, comparison.column())
            .filter(part -> part.type() != ValueType.ANY)
            .map(part -> new Equality(part, Optional.of(comparison.operand())))
        : Optional.empty();
  }

  /**
   * The form in which a key holds a column. The type is taken from the condition's column, since a
   * key that encodes an order does not tell it.
   */
  private Optional<KeyPart> part(KeyColumn column, ValueType type, KeyExpression asked) {
    return KeyPart.find(column, type, asked)
        .map(
            part -> part.order().isEmpty() ? part : new KeyPart(part.order(), typeOf.apply(asked)));
  }

  private static boolean isGiven(Operand operand) {
    return !(operand instanceof Operand.Column);
  }

  private void matchInterval(KeyColumn column, List<Integer> around, ValueType type) {
    for (Term term : List.copyOf(open)) {
      Optional<Interval> next = interval(column, type, term.comparison());
      Optional<Interval> both =
          next.flatMap(found -> interval.map(found::and).orElse(Optional.of(found)));
      if (both.isPresent() && isOfSame(around, term)) {
        interval = both;
        use(around, term);
      }
    }
  }

  private Optional<Interval> interval(KeyColumn column, ValueType type, QueryPredicate condition) {
    if (condition instanceof NullCheck check && !check.wantsNull()) {
      return part(column, type, check.column())
          .map(part -> new Interval(part, Optional.empty(), Optional.empty(), false));
    }
    if (!(condition instanceof Comparison comparison) || !isGiven(comparison.operand())) {
      return Optional.empty();
    }
    return part(column, type, comparison.column())
        .filter(part -> isOrdered(part, type))
        .flatMap(part -> interval(part, comparison));
  }

  /**
   * Whether the values of an interval are adjacent in the key. They are not if the column may hold
   * values of any type, since values of other types lie on both sides of an interval.
   */
  private static boolean isOrdered(KeyPart part, ValueType type) {
    return part.type() != ValueType.ANY && (part.order().isPresent() || type != ValueType.LIST);
  }

  private static Optional<Interval> interval(KeyPart part, Comparison comparison) {
    Optional<End> inclusive = Optional.of(new End(comparison.operand(), true));
    Optional<End> exclusive = Optional.of(new End(comparison.operand(), false));
    Optional<End> none = Optional.empty();
    return switch (comparison.operator()) {
      case LESS -> Optional.of(new Interval(part, none, exclusive, false));
      case LESS_OR_EQUAL -> Optional.of(new Interval(part, none, inclusive, false));
      case GREATER -> Optional.of(new Interval(part, exclusive, none, false));
      case GREATER_OR_EQUAL -> Optional.of(new Interval(part, inclusive, none, false));
      case STARTS_WITH ->
          part.order().isPresent()
              ? Optional.empty()
              : Optional.of(new Interval(part, inclusive, none, true));
      case EQUAL, NOT_EQUAL, HAS_SUBSTRING -> Optional.empty();
    };
  }

  private void use(List<Integer> around, Term term) {
    used.add(term);
    open.remove(term);
    for (int i = 0; i < around.size(); i++) {
      elementOf.put(around.get(i), term.elements().get(i));
    }
  }

  KeyBounds bounds() {
    return new KeyBounds(equalities, interval);
  }

  /** The conditions that the bounds answer. */
  ElementTerms.Said said() {
    return ElementTerms.said(used);
  }

  /** Whether a condition ensures that the record has an element to which a column belongs. */
  boolean hasElement(List<Integer> around) {
    return around.stream().allMatch(elementOf::containsKey);
  }
}
