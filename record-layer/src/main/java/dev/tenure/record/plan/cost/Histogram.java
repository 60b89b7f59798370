package dev.tenure.record.plan.cost;

import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.Arrays;
import java.util.List;

/**
 * The distribution of a column's values. It has some of the values as bounds. For each bound it
 * knows the part of the values up to the bound, and the part equal to the bound. If a column has
 * few different values, each is a bound, and the histogram is exact. Estimates divide a histogram
 * into cells: one for each bound, and one for the values between two neighbouring bounds.
 * Immutable.
 *
 * @param bounds in ascending order
 */
public record Histogram(List<Bound> bounds) {
  private static final Histogram EMPTY = new Histogram(List.of());

  /** The number of bytes from which the place of a string between two bounds is computed. */
  private static final int BYTES = 6;

  public Histogram {
    bounds = List.copyOf(bounds);
  }

  /**
   * A value with its place in the distribution.
   *
   * @param upTo the part of all values that are not greater than the bound, from 0 to 1
   * @param equal the part of all values that are equal to the bound
   */
  public record Bound(ColumnValue value, double upTo, double equal) {}

  /** A histogram without bounds. */
  public static Histogram empty() {
    return EMPTY;
  }

  int cells() {
    return 2 * bounds.size();
  }

  /** The part of all values in a cell. Even cells lie below a bound; odd cells are a bound. */
  double weight(int cell) {
    Bound bound = bounds.get(cell / 2);
    if (cell % 2 == 1) {
      return bound.equal();
    }
    double before = cell == 0 ? 0 : bounds.get(cell / 2 - 1).upTo();
    return Math.max(0, bound.upTo() - bound.equal() - before);
  }

  /**
   * The part of each cell's values for which a comparison is true, as {@link #part}. Only strings
   * are compared with each bound.
   */
  double[] parts(Operator operator, ColumnValue value, double between) {
    double[] parts = new double[cells()];
    int place = place(value);
    for (int cell = 0; cell < parts.length; cell++) {
      boolean isBefore = cell / 2 < place;
      parts[cell] =
          operator.isOfStrings() || cell / 2 == place
              ? part(cell, operator, value, between)
              : isTrue(operator, isBefore) ? 1 : 0;
    }
    return parts;
  }

  /** Whether a comparison is true for values that are less, or greater, than its own. */
  private static boolean isTrue(Operator operator, boolean isLess) {
    boolean isUpper = operator == Operator.LESS || operator == Operator.LESS_OR_EQUAL;
    return operator == Operator.NOT_EQUAL || (operator != Operator.EQUAL && isUpper == isLess);
  }

  /**
   * The part of a cell's values for which a comparison is true, from 0 to 1.
   *
   * @param between the number of different values in a cell between two bounds
   */
  private double part(int cell, Operator operator, ColumnValue value, double between) {
    ColumnValue bound = bounds.get(cell / 2).value();
    if (cell % 2 == 1) {
      return value.isTrueFor(bound.element(), operator) ? 1 : 0;
    }
    double below = below(cell / 2, value);
    boolean inside = below > 0 && below < 1;
    double equal = inside ? Math.min(1, 1 / Math.max(1, between)) : 0;
    return switch (operator) {
      case EQUAL -> equal;
      case NOT_EQUAL -> 1 - equal;
      case LESS, LESS_OR_EQUAL -> below;
      case GREATER, GREATER_OR_EQUAL -> 1 - below;
      case STARTS_WITH -> startingWith(cell / 2, value);
      case HAS_SUBSTRING -> Cardinalities.HAS_SUBSTRING;
    };
  }

  /** The first bound that is not less than a value; the number of bounds when all are less. */
  private int place(ColumnValue value) {
    int low = 0;
    int high = bounds.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (value.compareTo(bounds.get(middle).value().element()) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The part of all values that are less than a value, or equal to it where that is wanted. */
  double upTo(ColumnValue value, boolean orEqual) {
    int place = place(value);
    if (place == bounds.size()) {
      return 1;
    }
    Bound bound = bounds.get(place);
    if (value.compareTo(bound.value().element()) == 0) {
      return orEqual ? bound.upTo() : bound.upTo() - bound.equal();
    }
    double before = place == 0 ? 0 : bounds.get(place - 1).upTo();
    return before + weight(2 * place) * below(place, value);
  }

  /** The part of the values between two neighbouring bounds that are less than a value. */
  private double below(int place, ColumnValue value) {
    ColumnValue high = bounds.get(place).value();
    if (value.compareTo(high.element()) <= 0) {
      return 1;
    }
    if (place == 0) {
      return 0.5;
    }
    ColumnValue low = bounds.get(place - 1).value();
    if (value.compareTo(low.element()) >= 0) {
      return 0;
    }
    double from = number(low, low, high);
    double to = number(high, low, high);
    double part = to > from ? (number(value, low, high) - from) / (to - from) : 0.5;
    return Math.min(0.99, Math.max(0.01, part));
  }

  private double startingWith(int place, ColumnValue value) {
    boolean high = value.isPrefixOf(bounds.get(place).value().element());
    boolean low = place > 0 && value.isPrefixOf(bounds.get(place - 1).value().element());
    if (high && low) {
      return 1;
    }
    double below = below(place, value);
    return high || low || (below > 0 && below < 1) ? 0.5 : 0;
  }

  /**
   * Maps a value to a number, for interpolation. A value that is no number is mapped by its bytes
   * from the first place where the two bounds differ.
   */
  private static double number(ColumnValue value, ColumnValue low, ColumnValue high) {
    if (value.element() instanceof Number number) {
      return number.doubleValue();
    }
    byte[] bytes = value.packed();
    int common = Arrays.mismatch(low.packed(), high.packed());
    double number = 0;
    for (int i = common; i < common + BYTES; i++) {
      number = number * 256 + (i < bytes.length && i >= 0 ? bytes[i] & 0xFF : 0);
    }
    return number;
  }
}
