package dev.tenure.record.plan;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.logical.VersionKnown;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A query with parameters in place of its values, so that queries which differ in values only have
 * one plan. Values stay where a plan may depend on them: in columns of conditions of sparse
 * indexes.
 *
 * @param query without its condition
 * @param conjuncts the condition
 * @param values of the parameters that took the place of values
 * @param listSizes how many values parameters have that are lists
 */
record QueryShape(
    RecordQuery query,
    List<QueryPredicate> conjuncts,
    Map<String, Object> values,
    Map<String, Integer> listSizes) {

  /**
   * The shape of a query.
   *
   * @param kept columns whose values stay
   */
  static QueryShape of(RecordQuery query, Set<KeyExpression> kept) {
    Abstraction abstraction = new Abstraction(kept);
    List<QueryPredicate> conjuncts =
        query.condition().map(Conjuncts::of).orElseGet(List::of).stream()
            .map(abstraction::of)
            .collect(Collectors.toCollection(ArrayList::new));
    if (isOrderedByVersion(query) && !new Implication(conjuncts).implies(VersionKnown.CONDITION)) {
      conjuncts.add(VersionKnown.CONDITION);
    }
    return new QueryShape(query, conjuncts, abstraction.values, abstraction.listSizes);
  }

  private static boolean isOrderedByVersion(RecordQuery query) {
    return query.order().stream().anyMatch(each -> each.column().needsVersion());
  }

  /** What plans are remembered by: the same text for queries of one shape. */
  String text() {
    return conjuncts + " " + listSizes + " " + query.withoutCondition();
  }

  /** The values of a query's own parameters, and those that were in the query. */
  Bindings bindings(Bindings given) {
    Bindings all = given;
    for (Map.Entry<String, Object> each : values.entrySet()) {
      all = all.with(each.getKey(), each.getValue());
    }
    return all;
  }

  /** Puts parameters in the place of values, in the order in which they are met. */
  private static final class Abstraction {
    private final Set<KeyExpression> kept;
    private final Map<String, Object> values = new TreeMap<>();
    private final Map<String, Integer> listSizes = new TreeMap<>();

    Abstraction(Set<KeyExpression> kept) {
      this.kept = kept;
    }

    QueryPredicate of(QueryPredicate condition) {
      if (condition instanceof QueryPredicate.And and) {
        return new QueryPredicate.And(and.parts().stream().map(this::of).toList());
      }
      if (condition instanceof QueryPredicate.Or or) {
        return new QueryPredicate.Or(or.parts().stream().map(this::of).toList());
      }
      if (condition instanceof QueryPredicate.Not not) {
        return new QueryPredicate.Not(of(not.part()));
      }
      if (condition instanceof QueryPredicate.Comparison comparison
          && comparison.operand() instanceof Operand.Value value
          && !kept.contains(comparison.column())) {
        Operand.Parameter parameter = next(value.literal());
        return new QueryPredicate.Comparison(comparison.column(), comparison.operator(), parameter);
      }
      if (condition instanceof QueryPredicate.In in && !kept.contains(in.column())) {
        Operand.Parameter parameter = next(new ArrayList<Object>(in.values()));
        listSizes.put(parameter.name(), in.values().size());
        return new QueryPredicate.InParameter(in.column(), parameter);
      }
      return condition;
    }

    private Operand.Parameter next(Object value) {
      String name = "#" + values.size();
      values.put(name, value);
      return new Operand.Parameter(name);
    }
  }
}
