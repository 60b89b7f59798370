package dev.tenure.record.plan.logical;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns a condition into a list of conditions that must all be true. This is the step before
 * exploration. Nested {@code and} and {@code or} are flattened, {@code not} is moved inward,
 * conditions that all branches of an {@code or} have are moved in front of it, and equalities of
 * one column in an {@code or} become one {@code in}. The result is true for the same records. For
 * other records it is false or unknown, and may be the one where the condition was the other.
 *
 * <pre>
 * not (a = 1 or b &lt; 2)        →  a &lt;&gt; 1, b &gt;= 2
 * x = 1 and (a = 1 or a = 2)   →  x = 1, a in (1, 2)
 * a = 1 and b = 2 or a = 1 and c = 3  →  a = 1, b = 2 or c = 3
 * a = 1 or a = 1 and b = 2     →  a = 1
 * not anyOf(l, a = 1 and b = 2) →  allOf(l, a &lt;&gt; 1 or b &lt;&gt; 2)
 * anyOf(l, a = 1)              →  l.a = 1, which asks for any element as well
 * </pre>
 */
public final class Conjuncts {
  private Conjuncts() {}

  /** The conditions that are together true for the same records as one condition. */
  public static List<QueryPredicate> of(QueryPredicate condition) {
    Set<QueryPredicate> parts = new LinkedHashSet<>();
    collect(condition, false, true, parts);
    return List.copyOf(parts);
  }

  /** Adds the parts of a condition, or of its opposite, that are joined by one kind. */
  private static void collect(
      QueryPredicate condition, boolean opposite, boolean and, Set<QueryPredicate> into) {
    if (condition instanceof QueryPredicate.Not not) {
      collect(not.part(), !opposite, and, into);
    } else if (isJoined(condition) && isAnd(condition, opposite) == and) {
      condition.parts().forEach(each -> collect(each, opposite, and, into));
    } else {
      flatten(simple(condition, opposite), into, and);
    }
  }

  private static boolean isJoined(QueryPredicate condition) {
    return condition instanceof QueryPredicate.And || condition instanceof QueryPredicate.Or;
  }

  private static boolean isAnd(QueryPredicate condition, boolean opposite) {
    return condition instanceof QueryPredicate.And != opposite;
  }

  private static void flatten(QueryPredicate part, Set<QueryPredicate> into, boolean and) {
    boolean isSame = and ? part instanceof QueryPredicate.And : part instanceof QueryPredicate.Or;
    if (isSame) {
      part.parts().forEach(each -> flatten(each, into, and));
    } else {
      into.add(part);
    }
  }

  /** The condition, or its opposite, with every {@code not} as far inward as it goes. */
  private static QueryPredicate simple(QueryPredicate condition, boolean opposite) {
    if (condition instanceof QueryPredicate.Not not) {
      return simple(not.part(), !opposite);
    }
    if (isJoined(condition)) {
      boolean and = isAnd(condition, opposite);
      Set<QueryPredicate> parts = new LinkedHashSet<>();
      collect(condition, opposite, and, parts);
      return and ? joined(List.copyOf(parts), true) : either(parts);
    }
    if (condition instanceof QueryPredicate.OfElements of) {
      return quantified(
          opposite ? of.quantifier().opposite() : of.quantifier(),
          of.repeated(),
          simple(of.element(), opposite));
    }
    return opposite ? opposite(condition) : condition;
  }

  /**
   * A condition on elements. A single comparison under {@code anyOf} becomes a comparison on the
   * record, and nested conditions with the same quantifier become one.
   */
  private static QueryPredicate quantified(
      Quantifier quantifier, KeyExpression repeated, QueryPredicate element) {
    if (element instanceof QueryPredicate.OfElements inner && inner.quantifier() == quantifier) {
      return quantified(quantifier, Elements.column(repeated, inner.repeated()), inner.element());
    }
    QueryPredicate whole = new QueryPredicate.OfElements(quantifier, repeated, element);
    return quantifier == Quantifier.ANY
        ? Elements.ofRecord(repeated, element).orElse(whole)
        : whole;
  }

  private static QueryPredicate joined(List<QueryPredicate> parts, boolean and) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    return and ? new QueryPredicate.And(parts) : new QueryPredicate.Or(parts);
  }

  /** True when any branch is true: the conditions of all branches, and what is left of each. */
  private static QueryPredicate either(Set<QueryPredicate> branches) {
    if (branches.stream().noneMatch(QueryPredicate.And.class::isInstance)) {
      return joined(merged(branches), false);
    }
    Set<Set<QueryPredicate>> sets = new LinkedHashSet<>();
    branches.forEach(branch -> sets.add(partsOf(branch)));
    List<Set<QueryPredicate>> needed =
        sets.stream()
            .filter(set -> sets.stream().noneMatch(other -> isStricter(set, other)))
            .toList();
    Set<QueryPredicate> common = new LinkedHashSet<>(needed.get(0));
    needed.forEach(common::retainAll);
    if (needed.size() == 1) {
      return joined(List.copyOf(common), true);
    }
    Set<QueryPredicate> left = new LinkedHashSet<>();
    for (Set<QueryPredicate> set : needed) {
      List<QueryPredicate> own = set.stream().filter(part -> !common.contains(part)).toList();
      flatten(joined(own, true), left, false);
    }
    if (common.isEmpty()) {
      return joined(merged(left), false);
    }
    flatten(either(left), common, true);
    return joined(List.copyOf(common), true);
  }

  private static Set<QueryPredicate> partsOf(QueryPredicate branch) {
    return branch instanceof QueryPredicate.And and
        ? new LinkedHashSet<>(and.parts())
        : Set.of(branch);
  }

  /** Whether a branch has all conditions of another one, and more. */
  private static boolean isStricter(Set<QueryPredicate> branch, Set<QueryPredicate> other) {
    return branch.size() > other.size() && branch.containsAll(other);
  }

  /**
   * Merges equalities of one column with values into one {@code in}, at the place of the first of
   * them.
   */
  private static List<QueryPredicate> merged(Set<QueryPredicate> branches) {
    Map<Object, List<KeyExpression.Literal>> values = new LinkedHashMap<>();
    Map<Object, QueryPredicate> others = new LinkedHashMap<>();
    for (QueryPredicate branch : branches) {
      if (branch instanceof QueryPredicate.In in) {
        values.computeIfAbsent(in.column(), column -> new ArrayList<>()).addAll(in.values());
      } else if (branch instanceof QueryPredicate.Comparison comparison
          && comparison.operator() == Operator.EQUAL
          && comparison.operand() instanceof Operand.Value value) {
        values
            .computeIfAbsent(comparison.column(), column -> new ArrayList<>())
            .add(value.literal());
      } else {
        others.put(branch, branch);
      }
    }
    List<QueryPredicate> merged = new ArrayList<>();
    values.forEach((column, list) -> merged.add(in((KeyExpression) column, list)));
    merged.addAll(others.values());
    return merged;
  }

  /** The condition that a column is one of some values. */
  static QueryPredicate in(KeyExpression column, List<KeyExpression.Literal> values) {
    List<KeyExpression.Literal> distinct = values.stream().distinct().toList();
    return distinct.size() == 1
        ? new QueryPredicate.Comparison(column, Operator.EQUAL, new Operand.Value(distinct.get(0)))
        : new QueryPredicate.In(column, distinct);
  }

  /**
   * The condition that is true where a given condition is false. The comparison of a column that
   * fans out is a comparison of its elements.
   */
  private static QueryPredicate opposite(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.Comparison comparison
        && !comparison.column().fansOut()
        && !comparison.operator().isOfStrings()) {
      return new QueryPredicate.Comparison(
          comparison.column(), opposite(comparison.operator()), comparison.operand());
    }
    if (condition instanceof QueryPredicate.NullCheck check && !check.column().fansOut()) {
      return new QueryPredicate.NullCheck(check.column(), !check.wantsNull());
    }
    return new QueryPredicate.Not(condition);
  }

  private static Operator opposite(Operator operator) {
    return switch (operator) {
      case EQUAL -> Operator.NOT_EQUAL;
      case NOT_EQUAL -> Operator.EQUAL;
      case LESS -> Operator.GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> Operator.GREATER;
      case GREATER -> Operator.LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> Operator.LESS;
      case STARTS_WITH, HAS_SUBSTRING ->
          throw new IllegalArgumentException(operator + " has no opposite");
    };
  }
}
