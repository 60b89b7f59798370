package dev.tenure.record.plan.logical;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.In;
import dev.tenure.record.query.QueryPredicate.NullCheck;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds conditions that no record satisfies, by the values that they compare columns with. Such a
 * branch of an {@code or} is dropped. When no record satisfies a whole query, a list without values
 * takes the place of its conditions. Bounds and values that other conditions on the column exclude
 * are dropped as well, since a scan is bounded by one condition of a kind.
 *
 * <pre>
 * a &gt; 5 and a &gt; 7                      →  a &gt; 7
 * a &gt; 5 or a &gt; 7                       →  a &gt; 5
 * a in (1, 2, 3) and a &gt; 1             →  a in (2, 3)
 * a = 1 and a = 2                      →  a in ()
 * a &gt; 5 and a &lt; 3                      →  a in ()
 * (a &lt; a or b = 1) and c = 2           →  b = 1 and c = 2
 * any of a &gt; 5 and all of a (= 1, = 2)  →  a in ()
 * </pre>
 */
public final class Contradictions {
  private static final List<Predicate<Operator>> SIDES =
      List.of(Contradictions::isLower, Contradictions::isUpper);

  private final Predicate<QueryPredicate> mayHold;

  private Contradictions(Predicate<QueryPredicate> mayHold) {
    this.mayHold = mayHold;
  }

  /**
   * Conditions that are true for the same records as the given ones.
   *
   * @param conjuncts conditions on a record that must all be true
   * @param mayHold whether any record can satisfy a comparison with a number that is no float; it
   *     is asked about comparisons of columns of the record
   */
  public static List<QueryPredicate> without(
      List<QueryPredicate> conjuncts, Predicate<QueryPredicate> mayHold) {
    Contradictions contradictions = new Contradictions(mayHold);
    List<QueryPredicate> left = new ArrayList<>(conjuncts.size());
    for (QueryPredicate each : conjuncts) {
      Optional<QueryPredicate> simple = contradictions.simple(each);
      if (simple.isEmpty()) {
        return nothing(conjuncts, anyColumn(each));
      }
      if (simple.get() instanceof QueryPredicate.And and) {
        left.addAll(and.parts());
      } else {
        left.add(simple.get());
      }
    }
    Map<KeyExpression, List<QueryPredicate>> together = together(left);
    return contradicted(together)
        .or(() -> contradictedByElement(left))
        .map(column -> nothing(conjuncts, column))
        .orElseGet(() -> narrowed(left, together));
  }

  /**
   * The column of elements which some condition says to exist, and another one not to; empty when
   * there is none.
   */
  private static Optional<KeyExpression> contradictedByElement(List<QueryPredicate> all) {
    return all.stream()
        .filter(Contradictions::excludesElements)
        .map(Contradictions::anyColumn)
        .filter(column -> all.stream().anyMatch(each -> needsElement(each, column)))
        .findFirst();
  }

  /** Whether a condition is true only for records without an element. */
  private static boolean excludesElements(QueryPredicate condition) {
    return condition instanceof QueryPredicate.OfElements of
        && of.quantifier() == Quantifier.ALL
        && isOfNoElement(of);
  }

  /** Whether no element satisfies the condition on one. */
  private static boolean isOfNoElement(QueryPredicate.OfElements of) {
    // The columns are those of an element, which cannot be asked about.
    return new Contradictions(each -> true).simple(of.element()).isEmpty();
  }

  private static boolean needsElement(QueryPredicate condition, KeyExpression column) {
    return condition instanceof Comparison comparison
        ? comparison.column().equals(column)
        : condition instanceof In in && in.column().equals(column);
  }

  private static KeyExpression anyColumn(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.OfElements of) {
      return Elements.column(of.repeated(), anyColumn(of.element()));
    }
    return condition.parts().isEmpty()
        ? PredicateColumns.of(condition).iterator().next()
        : anyColumn(condition.parts().get(0));
  }

  /** Parameters stay in the conditions, so that their values are still checked. */
  private static List<QueryPredicate> nothing(
      List<QueryPredicate> conjuncts, KeyExpression column) {
    return Stream.concat(
            conjuncts.stream().filter(each -> !each.hasOnlyValues()),
            Stream.of(new In(column, List.of())))
        .toList();
  }

  /** A condition without the branches that are never true; empty when it is never true. */
  private Optional<QueryPredicate> simple(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.And and) {
      List<QueryPredicate> parts = parts(and);
      Map<KeyExpression, List<QueryPredicate>> together = together(parts);
      boolean isNever = parts.size() < and.parts().size() || contradicted(together).isPresent();
      return isNever
          ? Optional.empty()
          : Optional.of(joined(and, narrowed(parts, together), QueryPredicate.And::new));
    }
    if (condition instanceof QueryPredicate.Or or) {
      List<QueryPredicate> parts = parts(or);
      return parts.isEmpty()
          ? Optional.empty()
          : Optional.of(joined(or, widened(parts), QueryPredicate.Or::new));
    }
    if (condition instanceof QueryPredicate.OfElements of && of.quantifier() == Quantifier.ANY) {
      return isOfNoElement(of) ? Optional.empty() : Optional.of(condition);
    }
    return isNever(condition) ? Optional.empty() : Optional.of(condition);
  }

  private List<QueryPredicate> parts(QueryPredicate condition) {
    return condition.parts().stream().flatMap(each -> simple(each).stream()).toList();
  }

  /** Makes a condition of parts. */
  private interface Joining {
    QueryPredicate of(List<QueryPredicate> parts);
  }

  private static QueryPredicate joined(
      QueryPredicate before, List<QueryPredicate> parts, Joining joining) {
    if (parts.equals(before.parts())) {
      return before;
    }
    return parts.size() == 1 ? parts.get(0) : joining.of(parts);
  }

  private boolean isNever(QueryPredicate condition) {
    if (condition instanceof In in) {
      return in.values().stream().noneMatch(value -> mayEqual(condition, ColumnValue.of(value)));
    }
    if (!(condition instanceof Comparison comparison)) {
      return false;
    }
    if (comparison.operand() instanceof Operand.Column other) {
      return !comparison.column().fansOut()
          && other.column().equals(comparison.column())
          && isFalseOfEqual(comparison.operator());
    }
    if (!(comparison.operand() instanceof Operand.Value value)) {
      return false;
    }
    ColumnValue compared = ColumnValue.of(value.literal());
    return (comparison.operator() == Operator.EQUAL && !mayEqual(condition, compared))
        || (comparison.column().needsRank() && isBelowRanks(comparison.operator(), compared));
  }

  private static boolean isFalseOfEqual(Operator operator) {
    return operator == Operator.LESS
        || operator == Operator.GREATER
        || operator == Operator.NOT_EQUAL;
  }

  /** Only the type of the column tells whether it can have a double that is no float. */
  private boolean mayEqual(QueryPredicate condition, ColumnValue value) {
    boolean isFraction = value.element() instanceof Double;
    return !isFraction || isFloat((Double) value.element()) || mayHold.test(condition);
  }

  private static boolean isFloat(double number) {
    return Double.compare((float) number, number) == 0;
  }

  /** Ranks begin at 0. */
  private static boolean isBelowRanks(Operator operator, ColumnValue value) {
    if (!(value.element() instanceof Long rank)) {
      return false;
    }
    return switch (operator) {
      case EQUAL, LESS_OR_EQUAL -> rank < 0;
      case LESS -> rank <= 0;
      case NOT_EQUAL, GREATER, GREATER_OR_EQUAL, STARTS_WITH, HAS_SUBSTRING -> false;
    };
  }

  /** A column on which some conditions contradict one another; empty when there is none. */
  private static Optional<KeyExpression> contradicted(
      Map<KeyExpression, List<QueryPredicate>> together) {
    return together.entrySet().stream()
        .filter(each -> areContradictory(each.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** The columns that several conditions compare with values, with these conditions. */
  private static Map<KeyExpression, List<QueryPredicate>> together(List<QueryPredicate> all) {
    Map<KeyExpression, List<QueryPredicate>> byColumn = new LinkedHashMap<>();
    for (QueryPredicate each : all) {
      column(each)
          .ifPresent(
              column -> byColumn.computeIfAbsent(column, unused -> new ArrayList<>()).add(each));
    }
    byColumn.values().removeIf(each -> each.size() == 1);
    return byColumn;
  }

  /** Conditions without contradictions, and without what others on the same column exclude. */
  private static List<QueryPredicate> narrowed(
      List<QueryPredicate> all, Map<KeyExpression, List<QueryPredicate>> together) {
    Set<QueryPredicate> left = new LinkedHashSet<>(all);
    together.forEach(
        (column, conditions) -> {
          Optional<List<KeyExpression.Literal>> values = satisfying(conditions);
          if (values.isEmpty()) {
            keepOneBound(conditions, true, left);
          } else if (types(conditions).count() == 1) {
            conditions.forEach(left::remove);
            left.add(Conjuncts.in(column, values.get()));
          }
        });
    return List.copyOf(left);
  }

  /** Branches of an {@code or} without bounds that are inside of others on the same column. */
  private static List<QueryPredicate> widened(List<QueryPredicate> branches) {
    Set<QueryPredicate> left = new LinkedHashSet<>(branches);
    together(branches).values().forEach(conditions -> keepOneBound(conditions, false, left));
    return List.copyOf(left);
  }

  /** Removes all bounds of a column but the tightest on each side, or the widest. */
  private static void keepOneBound(
      List<QueryPredicate> conditions, boolean tightest, Set<QueryPredicate> all) {
    for (Predicate<Operator> side : SIDES) {
      List<Comparison> bounds = bounds(conditions, side);
      if (bounds.stream().map(each -> value(each).type()).distinct().count() == 1) {
        Comparison kept = extreme(bounds, tightest).orElseThrow();
        bounds.stream().filter(each -> !each.equals(kept)).forEach(all::remove);
      }
    }
  }

  private static List<Comparison> bounds(
      List<QueryPredicate> conditions, Predicate<Operator> side) {
    return conditions.stream()
        .filter(Comparison.class::isInstance)
        .map(Comparison.class::cast)
        .filter(each -> side.test(each.operator()))
        .toList();
  }

  private static Stream<ValueType> types(List<QueryPredicate> conditions) {
    return conditions.stream()
        .flatMap(
            each ->
                each instanceof Comparison comparison
                    ? Stream.of(value(comparison))
                    : values(each).flatMap(List::stream).map(ColumnValue::of))
        .map(ColumnValue::type)
        .distinct();
  }

  /** The column of a condition with values, unless a record may have several values in it. */
  private static Optional<KeyExpression> column(QueryPredicate condition) {
    KeyExpression column =
        condition instanceof In in
            ? in.column()
            : condition instanceof NullCheck check
                ? check.column()
                : condition instanceof Comparison comparison
                        && comparison.operand() instanceof Operand.Value
                    ? comparison.column()
                    : null;
    return Optional.ofNullable(column).filter(each -> !each.fansOut());
  }

  private static boolean areContradictory(List<QueryPredicate> conditions) {
    boolean wantsNull = conditions.stream().anyMatch(Contradictions::wantsNull);
    if (wantsNull) {
      return !conditions.stream().allMatch(Contradictions::wantsNull);
    }
    return satisfying(conditions)
        .map(List::isEmpty)
        .orElseGet(() -> isEmptyRange(conditions) || isEmptyPrefix(conditions));
  }

  /** The values that satisfy all conditions on a column; empty when no condition lists values. */
  private static Optional<List<KeyExpression.Literal>> satisfying(List<QueryPredicate> conditions) {
    return conditions.stream()
        .flatMap(Contradictions::values)
        .findFirst()
        .map(
            listed -> {
              List<KeyExpression.Literal> left = new ArrayList<>(listed);
              for (QueryPredicate each : conditions) {
                Predicate<ColumnValue> satisfies = satisfies(each);
                left.removeIf(value -> !satisfies.test(ColumnValue.of(value)));
              }
              return left;
            });
  }

  private static boolean wantsNull(QueryPredicate condition) {
    return condition instanceof NullCheck check && check.wantsNull();
  }

  private static Stream<List<KeyExpression.Literal>> values(QueryPredicate condition) {
    if (condition instanceof In in) {
      return Stream.of(in.values());
    }
    return condition instanceof Comparison comparison && comparison.operator() == Operator.EQUAL
        ? Stream.of(List.of(literal(comparison)))
        : Stream.empty();
  }

  private static ColumnValue value(Comparison comparison) {
    return ColumnValue.of(literal(comparison));
  }

  private static KeyExpression.Literal literal(Comparison comparison) {
    return ((Operand.Value) comparison.operand()).literal();
  }

  /** Whether a value may satisfy a condition. Values of different types are not compared. */
  private static Predicate<ColumnValue> satisfies(QueryPredicate condition) {
    if (condition instanceof In in) {
      Set<ColumnValue> values =
          in.values().stream().map(ColumnValue::of).collect(Collectors.toSet());
      Set<ValueType> types = values.stream().map(ColumnValue::type).collect(Collectors.toSet());
      return value -> values.contains(value) || !types.equals(Set.of(value.type()));
    }
    if (!(condition instanceof Comparison comparison)) {
      return value -> true;
    }
    ColumnValue bound = value(comparison);
    return value ->
        bound.type() != value.type() || bound.isTrueFor(value.element(), comparison.operator());
  }

  /** Whether the highest lower bound leaves no value below the lowest upper bound. */
  private static boolean isEmptyRange(List<QueryPredicate> conditions) {
    Optional<Comparison> lowest = extreme(bounds(conditions, Contradictions::isLower), true);
    Optional<Comparison> highest = extreme(bounds(conditions, Contradictions::isUpper), true);
    if (lowest.isEmpty() || highest.isEmpty()) {
      return false;
    }
    Comparison low = lowest.get();
    Comparison high = highest.get();
    if (value(low).type() != value(high).type()) {
      return false;
    }
    boolean isPoint =
        low.operator() == Operator.GREATER_OR_EQUAL && high.operator() == Operator.LESS_OR_EQUAL;
    int order = value(high).compareTo(value(low).element());
    return order > 0 || (order == 0 && !isPoint);
  }

  /** Whether a bound, or another prefix, leaves no value that starts with a prefix. */
  private static boolean isEmptyPrefix(List<QueryPredicate> conditions) {
    List<Comparison> comparisons =
        conditions.stream()
            .filter(Comparison.class::isInstance)
            .map(Comparison.class::cast)
            .toList();
    return comparisons.stream()
        .filter(each -> each.operator() == Operator.STARTS_WITH)
        .anyMatch(prefix -> comparisons.stream().anyMatch(other -> excludes(other, value(prefix))));
  }

  /** Whether a comparison is true for no value with a prefix. */
  private static boolean excludes(Comparison comparison, ColumnValue prefix) {
    ColumnValue bound = value(comparison);
    if (bound.type() != prefix.type()) {
      return false;
    }
    int order = prefix.compareTo(bound.element());
    return switch (comparison.operator()) {
      case LESS -> order <= 0;
      case LESS_OR_EQUAL -> order < 0;
      case GREATER, GREATER_OR_EQUAL -> order > 0 && !prefix.isPrefixOf(bound.element());
      case STARTS_WITH ->
          !prefix.isPrefixOf(bound.element()) && !bound.isPrefixOf(prefix.element());
      case EQUAL, NOT_EQUAL, HAS_SUBSTRING -> false;
    };
  }

  /** The tightest of some bounds on one side, or the widest. */
  private static Optional<Comparison> extreme(List<Comparison> bounds, boolean tightest) {
    return bounds.stream().reduce((one, other) -> isTighter(other, one) == tightest ? other : one);
  }

  private static boolean isLower(Operator operator) {
    return operator == Operator.GREATER || operator == Operator.GREATER_OR_EQUAL;
  }

  private static boolean isUpper(Operator operator) {
    return operator == Operator.LESS || operator == Operator.LESS_OR_EQUAL;
  }

  /** Whether a bound of a range excludes the value of another bound on the same side. */
  private static boolean isTighter(Comparison bound, Comparison other) {
    return value(bound).type() == value(other).type()
        && !value(bound).isTrueFor(value(other).element(), bound.operator());
  }
}
