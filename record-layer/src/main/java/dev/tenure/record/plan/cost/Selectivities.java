package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.OfElements;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The selectivities of a query's conditions, as far as statistics and known values tell: for each
 * condition on one column, and for each pair of conditions on the same column. They are rounded to
 * powers of the square root of two, so that queries whose values leave a similar part of the
 * records share a plan. Immutable.
 */
public final class Selectivities {
  /**
   * The exponent of the least selectivity. Selectivities are powers of the square root of one half,
   * or 1 minus such a power, which has a negative exponent.
   */
  private static final int STEPS_MAX = 40;

  /**
   * Of a condition that leaves a greater part, the other part is rounded: it decides how many rows
   * a scan reads in vain before the first result.
   */
  private static final double FEW_LEFT = 0.75;

  /** The most conditions on one column for which pairs are considered. */
  static final int TOGETHER_MAX = 12;

  private static final String RANK = "rank ";

  /**
   * The exponent of a rank behind the ranks of all records. It stands for a rank that no record
   * has, such as one below 0.
   */
  private static final int NO_RANK = 2 * Long.SIZE;

  /**
   * The exponent of a condition that is never true: a comparison of a float with a number that no
   * float is equal to.
   */
  private static final int NEVER = 64 * Long.SIZE;

  /**
   * What is known of conditions.
   *
   * @param tokenizers those that conditions on texts may name
   * @param isNever whether no record of the query satisfies a comparison with its values
   */
  public record Source(
      Statistics statistics,
      Tokenizers tokenizers,
      BiPredicate<QueryPredicate, Bindings> isNever) {}

  /** Selectivities without any known condition. */
  public static final Selectivities NONE = new Selectivities(false);

  /** The exponent of a place that the histogram does not have. */
  private static final int NO_PLACE = 65 * Long.SIZE;

  private static final String FROM = "from ";
  private static final String TO = "to ";

  private final Map<String, Integer> steps = new LinkedHashMap<>();
  private final boolean hasPlaces;

  private Selectivities(boolean hasPlaces) {
    this.hasPlaces = hasPlaces;
  }

  /**
   * Computes the selectivities of a query's conditions.
   *
   * @param types the record types of the query
   * @param conjuncts the conditions of the query, and those of sparse indexes
   * @param values the values of parameters, as far as they are known
   * @param hasLimit whether the query has a limit, so that the places of values in the order of
   *     their column count
   */
  public static Selectivities of(
      Source source,
      List<String> types,
      List<QueryPredicate> conjuncts,
      Bindings values,
      boolean hasLimit) {
    Selectivities known = new Selectivities(hasLimit);
    for (String type : types) {
      known.learn(type, source, conjuncts, values);
    }
    return known;
  }

  /**
   * Notes which conditions are never true.
   *
   * @param conjuncts the conditions of the query, without those of sparse indexes, whose columns
   *     the types of the query may not have
   */
  public void noteNever(
      Source source, List<String> types, List<QueryPredicate> conjuncts, Bindings values) {
    Set<QueryPredicate> fractions = new LinkedHashSet<>();
    conjuncts.forEach(each -> collectFractions(each, values, fractions));
    for (QueryPredicate each : fractions) {
      if (source.isNever().test(each, values)) {
        types.forEach(type -> steps.put(type + " " + each, NEVER));
      }
    }
  }

  /** Collects equalities with doubles that no float is equal to: the columns may be floats. */
  private static void collectFractions(
      QueryPredicate condition, Bindings values, Set<QueryPredicate> found) {
    boolean isEquality =
        condition instanceof QueryPredicate.Comparison comparison
            ? comparison.operator() == Operator.EQUAL
                && ColumnCells.isKnown(comparison, values)
                && isFraction(values.valueOf(comparison.operand()))
            : count(condition, values) > 0
                && OneColumn.valuesOf(condition, values).stream()
                    .allMatch(Selectivities::isFraction);
    if (isEquality) {
      found.add(condition);
    }
    condition.parts().forEach(part -> collectFractions(part, values, found));
  }

  private static boolean isFraction(ColumnValue value) {
    return value.element() instanceof Double number
        && Double.compare(number.floatValue(), number) != 0;
  }

  /** Whether no record of a type satisfies a condition, so that nothing is read to test it. */
  boolean isNever(String type, QueryPredicate condition) {
    Integer step = steps.get(type + " " + condition);
    return step != null && step == NEVER;
  }

  /**
   * The bound of a comparison with a rank, as a number of records: the first rank behind the range,
   * or the first within it.
   */
  OptionalDouble rankOf(QueryPredicate comparison) {
    Integer step = steps.get(RANK + comparison);
    return step == null ? OptionalDouble.empty() : OptionalDouble.of(rankAt(step));
  }

  /** The different ranks of a list, from the lowest on; empty when they are not known. */
  Optional<List<Double>> ranksOf(QueryPredicate list) {
    List<Double> ranks = new ArrayList<>();
    Integer step = steps.get(RANK + list + " 0");
    while (step != null) {
      ranks.add(rankAt(step));
      step = steps.get(RANK + list + " " + ranks.size());
    }
    return ranks.isEmpty() ? Optional.empty() : Optional.of(ranks);
  }

  private static double rankAt(int step) {
    return Math.pow(2, step / 2.0) - 1;
  }

  /** The selectivity of a condition for a type's records. */
  OptionalDouble of(String type, QueryPredicate condition) {
    return find(type + " " + condition);
  }

  /** The selectivity of two conditions on one column together. */
  OptionalDouble of(String type, QueryPredicate one, QueryPredicate other) {
    return find(both(type, one, other));
  }

  private OptionalDouble find(String key) {
    Integer step = steps.get(key);
    return step == null ? OptionalDouble.empty() : OptionalDouble.of(part(step));
  }

  private static double part(int step) {
    double part = Math.pow(2, -Math.abs(step) / 2.0);
    return step < 0 ? 1 - part : part;
  }

  private static String both(String type, QueryPredicate one, QueryPredicate other) {
    String first = one.toString();
    String second = other.toString();
    return first.compareTo(second) < 0
        ? type + " " + first + " and " + second
        : type + " " + second + " and " + first;
  }

  private void put(String key, double part) {
    steps.put(key, signedStep(part));
  }

  private static int signedStep(double part) {
    return part > FEW_LEFT ? -steps(1 - part) : steps(part);
  }

  private static int steps(double part) {
    double step = -2 * Math.log(Math.max(part, Double.MIN_NORMAL)) / Math.log(2);
    return (int) Math.min(STEPS_MAX, Math.max(0, Math.round(step)));
  }

  private void learn(String type, Source source, List<QueryPredicate> conjuncts, Bindings values) {
    Map<String, List<Known>> byColumn = new LinkedHashMap<>();
    conjuncts.forEach(each -> visit(type, each, source, values, byColumn));
    byColumn.forEach(
        (column, conditions) -> {
          for (int i = 0; conditions.size() <= TOGETHER_MAX && i < conditions.size(); i++) {
            for (int j = i + 1; j < conditions.size(); j++) {
              together(type, conditions.get(i), conditions.get(j));
            }
          }
        });
  }

  /** A condition for which the parts of its column's cells are known. */
  private static final class Known {
    private final QueryPredicate condition;
    private final ColumnCells cells;
    private final double[] parts;

    Known(QueryPredicate condition, ColumnCells cells, double[] parts) {
      this.condition = condition;
      this.cells = cells;
      this.parts = parts;
    }
  }

  private void visit(
      String type,
      QueryPredicate condition,
      Source source,
      Bindings values,
      Map<String, List<Known>> byColumn) {
    Optional<KeyExpression> only = OneColumn.onlyColumn(condition);
    Optional<ColumnStatistics> column =
        only.flatMap(each -> source.statistics().column(type, each.toString()));
    if (column.isPresent()) {
      ColumnCells cells = new ColumnCells(column.get(), source.tokenizers(), values);
      double[] parts = cells.parts(condition, only.get().fansOut());
      if (parts.length > 0) {
        double part = cells.total(parts, only.get().fansOut());
        put(type + " " + condition, part);
        listed(type, condition, part, values);
        searched(type, condition, cells, only.get().fansOut());
        if (!only.get().fansOut()) {
          placed(type, condition, cells, parts);
          byColumn
              .computeIfAbsent(only.get().toString(), unused -> new ArrayList<>())
              .add(new Known(condition, cells, parts));
        }
      }
    }
    if (condition instanceof OfElements of) {
      visitElements(type, of, source, values, byColumn);
    }
    learnRank(condition, values);
    condition.parts().forEach(part -> visit(type, part, source, values, byColumn));
  }

  /** Estimates the weaker searches of texts by which an index answers a search. */
  private void searched(String type, QueryPredicate condition, ColumnCells cells, boolean fansOut) {
    if (condition instanceof TextMatch match) {
      for (TextMatch each : List.of(match.weaker(), match.anyToken())) {
        put(type + " " + each, cells.total(cells.parts(each, fansOut), fansOut));
      }
    }
  }

  /**
   * Estimates the comparisons of a condition on elements, by which access paths are bounded, and
   * the whole condition on one element.
   */
  private void visitElements(
      String type,
      OfElements of,
      Source source,
      Bindings values,
      Map<String, List<Known>> byColumn) {
    Function<KeyExpression, Optional<ColumnStatistics>> statistics =
        column -> source.statistics().column(type, column.toString());
    List<QueryPredicate> leaves = ElementsOfRecord.leaves(of);
    Optional<ColumnStatistics> any =
        leaves.stream()
            .flatMap(leaf -> OneColumn.onlyColumn(leaf).stream())
            .flatMap(column -> statistics.apply(column).stream())
            .findFirst();
    ElementsOfRecord.of(of.repeated(), of.element())
        .map(new ElementPart(statistics, source.tokenizers(), values)::of)
        .filter(part -> part.isPresent() && any.isPresent())
        .ifPresent(
            part ->
                put(type + " " + of, any.get().ofElements(of.quantifier(), part.getAsDouble())));
    for (QueryPredicate leaf : leaves) {
      visit(type, leaf, source, values, byColumn);
    }
  }

  /**
   * Estimates a condition on a rank. Each rank of a list is assumed to be the lowest one of the
   * list.
   */
  private void learnRank(QueryPredicate condition, Bindings values) {
    boolean isOfRank = OneColumn.onlyColumn(condition).filter(KeyExpression::needsRank).isPresent();
    if (!isOfRank || !ColumnCells.isKnown(condition, values)) {
      return;
    }
    if (condition instanceof QueryPredicate.Comparison comparison
        && values.valueOf(comparison.operand()).element() instanceof Long rank) {
      putRank(comparison, comparison.operator(), rank);
    } else if (count(condition, values) > 0) {
      List<Long> ranks =
          OneColumn.valuesOf(condition, values).stream()
              .flatMap(
                  each -> each.element() instanceof Long rank ? Stream.of(rank) : Stream.empty())
              .sorted()
              .toList();
      for (int i = 0; i < ranks.size(); i++) {
        steps.put(RANK + condition + " " + i, step(Operator.EQUAL, ranks.get(i)));
      }
      ranks.stream()
          .findFirst()
          .ifPresent(rank -> putRank(OneColumn.equal(condition), Operator.EQUAL, rank));
    }
  }

  /** Notes the bound of a rank, rounded like a selectivity, so that similar ranks share a plan. */
  private void putRank(QueryPredicate condition, Operator operator, long rank) {
    steps.put(RANK + condition, step(operator, rank));
  }

  private static int step(Operator operator, long rank) {
    if (operator == Operator.EQUAL && rank < 0) {
      return NO_RANK;
    }
    boolean isWithin = operator == Operator.GREATER || operator == Operator.LESS_OR_EQUAL;
    double bound = Math.max(0, rank + (isWithin ? 1.0 : 0.0));
    return (int) Math.round(2 * Math.log(bound + 1) / Math.log(2));
  }

  /** Notes where in the order of its column a comparison with single values is true. */
  private void placed(String type, QueryPredicate condition, ColumnCells cells, double[] parts) {
    if (!hasPlaces || !Place.isNeeded(condition)) {
      return;
    }
    Optional<Place> place = cells.place(placeable(condition, parts));
    String name = type + " " + condition;
    steps.put(FROM + name, place.map(each -> placeStep(each.from())).orElse(NO_PLACE));
    if (Place.hasTwoEnds(condition)) {
      steps.put(TO + name, place.map(each -> placeStep(each.to())).orElse(NO_PLACE));
    }
  }

  private static double[] placeable(QueryPredicate condition, double[] parts) {
    return condition instanceof TextMatch
        ? TextCells.ofBounds(parts)
        : Place.isOfOthers(condition) ? ColumnCells.others(parts) : parts;
  }

  /** A place is rounded to powers of two of the nearer end, so that more queries share a plan. */
  private static int placeStep(double part) {
    return part > 0.5 ? -evenSteps(1 - part) : evenSteps(part);
  }

  private static int evenSteps(double part) {
    return 2 * Math.round(steps(part) / 2f);
  }

  /**
   * Where in the order of its column a comparison with single values is true; for an inequality,
   * where it is not true. The order is ascending with nulls first.
   *
   * @param width the part of the records at the place
   */
  Optional<Place> placeOf(String type, QueryPredicate condition, double width) {
    String name = type + " " + condition;
    Integer step = steps.get(FROM + name);
    if (step == null || step == NO_PLACE) {
      return Optional.empty();
    }
    double from = part(step);
    return Optional.of(new Place(from, Math.max(from + width, find(TO + name).orElse(from))));
  }

  /** Notes the average selectivity of one value of a list. */
  private void listed(String type, QueryPredicate condition, double part, Bindings values) {
    int count = count(condition, values);
    if (count > 0) {
      put(type + " " + OneColumn.equal(condition), part / count);
    }
  }

  /**
   * The number of different values in a condition's list; 0 when there is no list, or its values
   * are not known.
   */
  private static int count(QueryPredicate condition, Bindings values) {
    boolean isList =
        condition instanceof QueryPredicate.In
            || (condition instanceof QueryPredicate.InParameter in
                && ColumnCells.isKnown(in, values));
    return isList ? OneColumn.valuesOf(condition, values).size() : 0;
  }

  private void together(String type, Known one, Known other) {
    double part = one.cells.total(ColumnCells.both(one.parts, other.parts), false);
    put(both(type, one.condition, other.condition), part);
    for (QueryPredicate list : List.of(one.condition, other.condition)) {
      int count = count(list, one.cells.values());
      if (count > 0) {
        QueryPredicate beside = list == one.condition ? other.condition : one.condition;
        put(both(type, OneColumn.equal(list), beside), part / count);
      }
    }
  }

  /** The selectivities as text. Queries that may share a plan have the same text. */
  @Override
  public String toString() {
    return steps.values().toString();
  }
}
