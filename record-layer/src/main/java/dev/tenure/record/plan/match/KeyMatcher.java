package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.match.AccessPath.Slot;
import dev.tenure.record.plan.match.KeyBounds.End;
import dev.tenure.record.plan.match.KeyBounds.Equality;
import dev.tenure.record.plan.match.KeyBounds.Interval;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.NullCheck;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the bounds that conditions give to the columns of a key: equalities of the first columns,
 * then an interval of the next one. A column that fans out takes one condition only, as two may be
 * true of two elements.
 */
final class KeyMatcher {
  private final List<QueryPredicate> open;
  private final List<QueryPredicate> used = new ArrayList<>();
  private final List<Equality> equalities = new ArrayList<>();
  private final Function<KeyExpression, ValueType> typeOf;
  private Optional<Interval> interval = Optional.empty();

  /**
   * Conditions to bound a key by.
   *
   * @param typeOf what the columns of conditions hold
   */
  KeyMatcher(List<QueryPredicate> conditions, Function<KeyExpression, ValueType> typeOf) {
    this.open = new ArrayList<>(conditions);
    this.typeOf = typeOf;
  }

  /** Bounds the first slots of a key, as many as there are conditions for. */
  void match(List<Slot> slots, List<ValueType> types) {
    for (int i = 0; i < slots.size(); i++) {
      Optional<KeyColumn> column = slots.get(i).column();
      if (column.isEmpty()) {
        return;
      }
      if (!matchEquality(column.get(), types.get(i))) {
        matchInterval(column.get(), types.get(i));
        return;
      }
    }
  }

  private boolean matchEquality(KeyColumn column, ValueType type) {
    for (QueryPredicate condition : open) {
      Optional<Equality> equality = equality(column, type, condition);
      if (equality.isPresent()) {
        equalities.add(equality.get());
        use(condition);
        return true;
      }
    }
    return false;
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

  /** A key that holds a column in an order of its own does not tell what the column holds. */
  private Optional<KeyPart> part(KeyColumn column, ValueType type, KeyExpression asked) {
    return KeyPart.find(column, type, asked)
        .map(
            part -> part.order().isEmpty() ? part : new KeyPart(part.order(), typeOf.apply(asked)));
  }

  private static boolean isGiven(Operand operand) {
    return !(operand instanceof Operand.Column);
  }

  private void matchInterval(KeyColumn column, ValueType type) {
    for (QueryPredicate condition : List.copyOf(open)) {
      Optional<Interval> next = interval(column, type, condition);
      Optional<Interval> both =
          next.flatMap(found -> interval.map(found::and).orElse(Optional.of(found)));
      boolean taken = interval.isPresent() && column.fansOut();
      if (both.isPresent() && !taken) {
        interval = both;
        use(condition);
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

  /** A column that may hold anything has values of other types on both sides of an interval. */
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
      case EQUAL, NOT_EQUAL -> Optional.empty();
    };
  }

  private void use(QueryPredicate condition) {
    used.add(condition);
    open.remove(condition);
  }

  KeyBounds bounds() {
    return new KeyBounds(equalities, interval);
  }

  /** The conditions that the bounds stand for. */
  List<QueryPredicate> used() {
    return List.copyOf(used);
  }

  /** How many of the first columns have a bound. */
  int boundColumns() {
    return equalities.size() + (interval.isPresent() ? 1 : 0);
  }
}
