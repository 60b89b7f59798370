package dev.tenure.record.plan.cost;

import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.text.Tokenizers;
import java.util.Arrays;
import java.util.Optional;

/**
 * Computes for which part of each cell of a column's histogram a condition is true.
 *
 * @param tokenizers those that conditions on texts may name
 */
record ColumnCells(ColumnStatistics column, Tokenizers tokenizers, Bindings values) {
  /** The weight of a cell without values may be this much above 0. */
  private static final double ROUNDING = 1e-9;

  /**
   * The part of each cell for which a condition is true. The first cell has the records without a
   * value. Empty when a value, or the number of null elements, is not known.
   */
  double[] parts(QueryPredicate condition, boolean fansOut) {
    return isKnown(condition, values)
            && (!fansOut || (condition.parts().isEmpty() && !asksForNulls(condition)))
        ? parts(condition, false, fansOut)
        : new double[0];
  }

  private static boolean asksForNulls(QueryPredicate condition) {
    return condition instanceof QueryPredicate.NullCheck check
        ? OneColumn.hasNullElements(check.column())
        : condition.parts().stream().anyMatch(ColumnCells::asksForNulls);
  }

  /** As {@link #parts}, for a condition on one element of a column that fans out. */
  double[] ofElement(QueryPredicate condition) {
    return isKnown(condition, values) && !asksForNulls(condition)
        ? parts(condition, false, true)
        : new double[0];
  }

  /** Whether the values that a condition compares with are known. */
  static boolean isKnown(QueryPredicate condition, Bindings values) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return isKnown(comparison.operand(), values);
    }
    if (condition instanceof QueryPredicate.TextMatch match) {
      return isKnown(match.text(), values)
          && values.valueOf(match.text()).element() instanceof String;
    }
    if (condition instanceof QueryPredicate.InParameter in) {
      return values.names().contains(in.parameter().name());
    }
    return condition.parts().stream().allMatch(part -> isKnown(part, values));
  }

  private static boolean isKnown(Operand operand, Bindings values) {
    return operand instanceof Operand.Value
        || (operand instanceof Operand.Parameter parameter
            && values.names().contains(parameter.name()));
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
    double[] parts = leaf(condition, fansOut);
    int first = condition instanceof QueryPredicate.NullCheck ? 0 : 1; // else null is unknown
    for (int cell = first; opposite && cell < parts.length; cell++) {
      parts[cell] = 1 - parts[cell];
    }
    return parts;
  }

  private double[] leaf(QueryPredicate condition, boolean fansOut) {
    if (condition instanceof QueryPredicate.TextMatch match) {
      return TextCells.of(match, tokenizers, values).parts(column.values());
    }
    double[] parts = new double[column.values().cells() + 1];
    if (condition instanceof QueryPredicate.NullCheck check) {
      Arrays.fill(parts, check.wantsNull() ? 0 : 1);
      parts[0] = check.wantsNull() && !fansOut ? 1 : 0;
    } else if (condition instanceof QueryPredicate.Comparison comparison) {
      add(comparison.operator(), values.valueOf(comparison.operand()), parts);
    } else {
      OneColumn.valuesOf(condition, values).forEach(each -> add(Operator.EQUAL, each, parts));
    }
    return parts;
  }

  private void add(Operator operator, ColumnValue value, double[] to) {
    double[] parts = column.values().parts(operator, value, column.between());
    for (int cell = 0; cell < parts.length; cell++) {
      to[cell + 1] = Math.min(1, to[cell + 1] + parts[cell]);
    }
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

  /** The values of which a condition is not true. */
  static double[] others(double[] parts) {
    double[] others = new double[parts.length];
    for (int cell = 1; cell < parts.length; cell++) {
      others[cell] = 1 - parts[cell];
    }
    return others;
  }

  /**
   * The place from the first to the last cell whose part is above 0; empty when all parts are 0.
   */
  Optional<Place> place(double[] parts) {
    double from = -1;
    double to = 0;
    double end = 0;
    for (int cell = 0; cell < parts.length; cell++) {
      double start = end;
      end += cell == 0 ? column.empty() : (1 - column.empty()) * column.values().weight(cell - 1);
      if (parts[cell] > 0 && end - start > ROUNDING) {
        from = from < 0 ? start : from;
        to = end;
      }
    }
    return from < 0 ? Optional.empty() : Optional.of(new Place(from, to));
  }

  /** The part of the records for which a condition is true. */
  double total(double[] parts, boolean fansOut) {
    double ofValues = Math.max(ofValues(parts), column.least());
    return fansOut
        ? column.ofAny(ofValues)
        : (1 - column.empty()) * ofValues + column.empty() * parts[0];
  }

  /** The part of the values that are in given parts of the cells. */
  double ofValues(double[] parts) {
    double ofValues = 0;
    for (int cell = 1; cell < parts.length; cell++) {
      ofValues += column.values().weight(cell - 1) * parts[cell];
    }
    return ofValues;
  }
}
