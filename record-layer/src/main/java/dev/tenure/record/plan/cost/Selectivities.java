package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which parts of the records the conditions of a query leave, where statistics and values tell: of
 * each condition on one column, and of each two conditions on the same one. The parts are rounded
 * to halves of powers of two, so that queries whose values leave about as much have one plan.
 * Immutable.
 */
public final class Selectivities {
  /** Parts are powers of the root of two, down to this one. */
  private static final int STEPS_MAX = 40;

  /** Of more conditions on one column than this, no two are looked at together. */
  private static final int TOGETHER_MAX = 12;

  /** Nothing is known. */
  public static final Selectivities NONE = new Selectivities();

  private final SortedMap<String, Integer> steps = new TreeMap<>();

  private Selectivities() {}

  /**
   * What is known of a query's conditions.
   *
   * @param types of the query
   * @param conjuncts of the query, and those that sparse indexes have
   * @param values of parameters, as far as they are known
   */
  public static Selectivities of(
      Statistics statistics, List<String> types, List<QueryPredicate> conjuncts, Bindings values) {
    Selectivities known = new Selectivities();
    for (String type : types) {
      known.learn(type, statistics, conjuncts, values);
    }
    return known;
  }

  /** The part of a type's records that a condition leaves. */
  OptionalDouble of(String type, QueryPredicate condition) {
    return find(type + " " + condition);
  }

  /** The part that two conditions on one column leave together. */
  OptionalDouble of(String type, QueryPredicate one, QueryPredicate other) {
    return find(both(type, one, other));
  }

  private OptionalDouble find(String key) {
    Integer step = steps.get(key);
    return step == null ? OptionalDouble.empty() : OptionalDouble.of(Math.pow(2, -step / 2.0));
  }

  private static String both(String type, QueryPredicate one, QueryPredicate other) {
    String first = one.toString();
    String second = other.toString();
    return first.compareTo(second) < 0
        ? type + " " + first + " and " + second
        : type + " " + second + " and " + first;
  }

  private void put(String key, double part) {
    double step = -2 * Math.log(Math.max(part, Double.MIN_NORMAL)) / Math.log(2);
    steps.put(key, (int) Math.min(STEPS_MAX, Math.max(0, Math.round(step))));
  }

  private void learn(
      String type, Statistics statistics, List<QueryPredicate> conjuncts, Bindings values) {
    Map<String, List<Known>> byColumn = new LinkedHashMap<>();
    conjuncts.forEach(each -> visit(type, each, statistics, values, byColumn));
    byColumn.forEach(
        (column, conditions) -> {
          for (int i = 0; conditions.size() <= TOGETHER_MAX && i < conditions.size(); i++) {
            for (int j = i + 1; j < conditions.size(); j++) {
              together(type, conditions.get(i), conditions.get(j));
            }
          }
        });
  }

  /** A condition whose parts of the cells of its column are known. */
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
      Statistics statistics,
      Bindings values,
      Map<String, List<Known>> byColumn) {
    Optional<KeyExpression> only = OneColumn.onlyColumn(condition);
    Optional<ColumnStatistics> column =
        only.flatMap(each -> statistics.column(type, each.toString()));
    if (column.isPresent()) {
      ColumnCells cells = new ColumnCells(column.get(), values);
      double[] parts = cells.parts(condition, only.get().fansOut());
      if (parts.length > 0) {
        double part = cells.total(parts, only.get().fansOut());
        put(type + " " + condition, part);
        listed(type, condition, part, values);
        if (!only.get().fansOut()) {
          byColumn
              .computeIfAbsent(only.get().toString(), unused -> new ArrayList<>())
              .add(new Known(condition, cells, parts));
        }
      }
    }
    condition.parts().forEach(part -> visit(type, part, statistics, values, byColumn));
  }

  /** Of the condition for one value of a list: on average. */
  private void listed(String type, QueryPredicate condition, double part, Bindings values) {
    int count = count(condition, values);
    if (count > 0) {
      put(type + " " + OneColumn.equal(condition), part / count);
    }
  }

  private static int count(QueryPredicate condition, Bindings values) {
    if (condition instanceof QueryPredicate.In in) {
      return in.values().size();
    }
    return condition instanceof QueryPredicate.InParameter in
        ? values.requireList(in.parameter().name()).size()
        : 0;
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

  /** The parts as text: the same for queries that may have one plan. */
  @Override
  public String toString() {
    return steps.values().toString();
  }

  /** The cells of a column, with what conditions are true of. */
  private record ColumnCells(ColumnStatistics column, Bindings values) {

    /**
     * Which part of each cell a condition is true of; the first cell is that of records without a
     * value. Empty when a value is not known.
     */
    double[] parts(QueryPredicate condition, boolean fansOut) {
      return isKnown(condition) && (!fansOut || condition.parts().isEmpty())
          ? parts(condition, false, fansOut)
          : new double[0];
    }

    private boolean isKnown(QueryPredicate condition) {
      if (condition instanceof QueryPredicate.Comparison comparison) {
        return comparison.operand() instanceof Operand.Value
            || (comparison.operand() instanceof Operand.Parameter parameter
                && values.names().contains(parameter.name()));
      }
      if (condition instanceof QueryPredicate.InParameter in) {
        return values.names().contains(in.parameter().name());
      }
      return condition.parts().stream().allMatch(this::isKnown);
    }

    private double[] parts(QueryPredicate condition, boolean opposite, boolean fansOut) {
      if (condition instanceof QueryPredicate.Not not) {
        return parts(not.part(), !opposite, fansOut);
      }
      if (!condition.parts().isEmpty()) {
        boolean and = condition instanceof QueryPredicate.And != opposite;
        return condition.parts().stream()
            .map(part -> parts(part, opposite, fansOut))
            .reduce((one, other) -> and ? both(one, other) : any(one, other))
            .orElseThrow();
      }
      double[] parts = new double[column.values().cells() + 1];
      for (int cell = 0; cell < parts.length; cell++) {
        double part = fansOut && cell == 0 ? 0 : leaf(condition, cell - 1);
        boolean unknown = cell == 0 && !(condition instanceof QueryPredicate.NullCheck);
        parts[cell] = opposite && !unknown ? 1 - part : part;
      }
      return parts;
    }

    /** Of one cell; the cell -1 is that of records without a value. */
    private double leaf(QueryPredicate condition, int cell) {
      if (condition instanceof QueryPredicate.NullCheck check) {
        return check.wantsNull() == (cell < 0) ? 1 : 0;
      }
      if (cell < 0) {
        return 0;
      }
      if (condition instanceof QueryPredicate.Comparison comparison) {
        ColumnValue value = values.valueOf(comparison.operand());
        return part(cell, comparison.operator(), value);
      }
      List<ColumnValue> list =
          condition instanceof QueryPredicate.In in
              ? in.values().stream().map(ColumnValue::of).toList()
              : values.requireList(((QueryPredicate.InParameter) condition).parameter().name());
      return Math.min(
          1, list.stream().mapToDouble(value -> part(cell, Operator.EQUAL, value)).sum());
    }

    private double part(int cell, Operator operator, ColumnValue value) {
      return column.values().part(cell, operator, value, column.between());
    }

    static double[] both(double[] one, double[] other) {
      double[] both = new double[one.length];
      for (int i = 0; i < both.length; i++) {
        both[i] = one[i] * other[i];
      }
      return both;
    }

    private static double[] any(double[] one, double[] other) {
      double[] any = new double[one.length];
      for (int i = 0; i < any.length; i++) {
        any[i] = one[i] + other[i] - one[i] * other[i];
      }
      return any;
    }

    /** The part of the records. */
    double total(double[] parts, boolean fansOut) {
      double ofValues = 0;
      for (int cell = 1; cell < parts.length; cell++) {
        ofValues += column.values().weight(cell - 1) * parts[cell];
      }
      ofValues = Math.max(ofValues, column.least());
      return fansOut
          ? column.ofAny(ofValues)
          : (1 - column.empty()) * ofValues + column.empty() * parts[0];
    }
  }
}
