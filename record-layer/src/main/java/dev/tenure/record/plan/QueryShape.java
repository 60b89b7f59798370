package dev.tenure.record.plan;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Selectivities;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.logical.VersionKnown;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A query with parameters in place of its values, so that queries which differ only in values share
 * a plan. A value stays if the correctness of a plan may depend on it, because its column is used
 * in the condition of a sparse index.
 *
 * @param query the query without its condition
 * @param conjuncts the condition, as a list of conditions that must all be true
 * @param bindings the values of the parameters that replaced values in the query
 * @param listSizes the number of values of each list parameter, rounded up to a power of two
 * @param known the selectivities of the conditions with these values, where statistics tell them
 */
record QueryShape(
    RecordQuery query,
    List<QueryPredicate> conjuncts,
    Bindings bindings,
    Map<String, Integer> listSizes,
    Selectivities known) {

  /**
   * Makes the shape of a query.
   *
   * @param asked the condition, as conditions that must all be true
   * @param kept the columns whose values stay in the shape
   * @param types the types whose records may be read
   * @param sparse the conditions of sparse indexes that may be read
   * @param given the values of the query's own parameters, as far as they are known
   */
  static QueryShape of(
      RecordQuery query,
      List<QueryPredicate> asked,
      Set<KeyExpression> kept,
      List<String> types,
      List<QueryPredicate> sparse,
      Selectivities.Source source,
      Bindings given) {
    if (source.statistics() == Statistics.unknown() && given.names().isEmpty()) {
      return of(query, asked, kept);
    }
    Abstraction abstraction = new Abstraction(kept);
    List<QueryPredicate> conjuncts = conjuncts(query, asked, abstraction);
    given
        .names()
        .forEach(
            name ->
                abstraction.noteSize(
                    name, (int) given.requireList(name).stream().distinct().count()));
    Bindings own = Bindings.of(abstraction.values);
    Bindings values = given.names().isEmpty() ? own : own.and(given);
    List<QueryPredicate> conditions =
        sparse.isEmpty()
            ? conjuncts
            : Stream.concat(conjuncts.stream(), sparse.stream()).distinct().toList();
    Selectivities known = Selectivities.of(source, types, conditions, values, query.limit() > 0);
    known.noteNever(source, types, conjuncts, values);
    return new QueryShape(query, conjuncts, own, abstraction.listSizes, known);
  }

  /** Makes the shape of a query with other conditions in place of its own. No values are known. */
  static QueryShape of(
      RecordQuery query, List<QueryPredicate> conditions, Set<KeyExpression> kept) {
    Abstraction abstraction = new Abstraction(kept);
    List<QueryPredicate> conjuncts = conjuncts(query, conditions, abstraction);
    return new QueryShape(
        query,
        conjuncts,
        Bindings.of(abstraction.values),
        abstraction.listSizes,
        Selectivities.NONE);
  }

  /**
   * The conditions, with parameters in place of values. If the query is ordered by version, {@link
   * VersionKnown} is one of them.
   */
  private static List<QueryPredicate> conjuncts(
      RecordQuery query, List<QueryPredicate> conditions, Abstraction abstraction) {
    List<QueryPredicate> conjuncts = new ArrayList<>(conditions.size() + 1);
    conditions.forEach(each -> conjuncts.add(abstraction.of(each)));
    boolean isByVersion = query.order().stream().anyMatch(each -> each.column().needsVersion());
    if (isByVersion && !new Implication(conjuncts).implies(VersionKnown.CONDITION)) {
      conjuncts.add(VersionKnown.CONDITION);
    }
    return List.copyOf(conjuncts);
  }

  /** Replaces values by parameters, which are numbered in the order of the values. */
  private static final class Abstraction {
    private final Set<KeyExpression> kept;
    private final Map<String, Object> values = new TreeMap<>();
    private final Map<String, Integer> listSizes = new TreeMap<>();
    private Optional<KeyExpression> repeated = Optional.empty();

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
      if (condition instanceof QueryPredicate.OfElements of) {
        return elements(of);
      }
      if (condition instanceof QueryPredicate.Comparison comparison
          && comparison.operand() instanceof Operand.Value value
          && !isKept(comparison.column())) {
        Operand.Parameter parameter = next(value.literal());
        return new QueryPredicate.Comparison(comparison.column(), comparison.operator(), parameter);
      }
      if (condition instanceof QueryPredicate.TextMatch match
          && match.text() instanceof Operand.Value value) {
        return new QueryPredicate.TextMatch(
            match.column(),
            match.kind(),
            next(value.literal()),
            match.distance(),
            match.tokenizer());
      }
      if (condition instanceof QueryPredicate.In in && !isKept(in.column())) {
        Operand.Parameter parameter = next(new ArrayList<Object>(in.values()));
        noteSize(parameter.name(), (int) in.values().stream().distinct().count());
        return new QueryPredicate.InParameter(in.column(), parameter);
      }
      return condition;
    }

    private QueryPredicate elements(QueryPredicate.OfElements of) {
      Optional<KeyExpression> around = repeated;
      repeated = Optional.of(ofRecord(of.repeated()));
      QueryPredicate element = of(of.element());
      repeated = around;
      return new QueryPredicate.OfElements(of.quantifier(), of.repeated(), element);
    }

    private boolean isKept(KeyExpression column) {
      return kept.contains(ofRecord(column));
    }

    private KeyExpression ofRecord(KeyExpression column) {
      return repeated.map(around -> Elements.column(around, column)).orElse(column);
    }

    /**
     * Notes the size of a list, rounded up to a power of two, so that lists of similar sizes share
     * a plan.
     */
    void noteSize(String parameter, int size) {
      int power = Integer.highestOneBit(size);
      listSizes.put(parameter, power == size ? size : 2 * power);
    }

    private Operand.Parameter next(Object value) {
      String name = OneColumn.OWN_PARAMETERS + values.size();
      values.put(name, value);
      return new Operand.Parameter(name);
    }
  }
}
