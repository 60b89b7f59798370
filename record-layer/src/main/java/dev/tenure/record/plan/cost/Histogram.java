package dev.tenure.record.plan.cost;

import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.Arrays;
import java.util.List;

/**
 * How the values of a column are spread: some values, with how many are up to each and how many are
 * equal to it. Of a column with few values each is a bound, and the histogram is exact. A histogram
 * is seen as cells: one for what lies between two bounds, one for each bound. Immutable.
 *
 * @param bounds in ascending order
 */
public record Histogram(List<Bound> bounds) {
  private static final Histogram EMPTY = new Histogram(List.of());

  /** The bytes of two values that are compared to see how far one is from the other. */
  private static final int BYTES = 6;

  public Histogram {
    bounds = List.copyOf(bounds);
  }

  /**
   * A value, and where it stands among all.
   *
   * @param upTo which part of all values is not above it, from 0 to 1
   * @param equal which part is equal to it
   */
  public record Bound(ColumnValue value, double upTo, double equal) {}

  /** Nothing is known. */
  public static Histogram empty() {
    return EMPTY;
  }

  int cells() {
    return 2 * bounds.size();
  }

  /** Which part of all values is in a cell: even ones lie below a bound, odd ones are a bound. */
  double weight(int cell) {
    Bound bound = bounds.get(cell / 2);
    if (cell % 2 == 1) {
      return bound.equal();
    }
    double before = cell == 0 ? 0 : bounds.get(cell / 2 - 1).upTo();
    return Math.max(0, bound.upTo() - bound.equal() - before);
  }

  /**
   * Which part of a cell's values a comparison is true of, from 0 to 1.
   *
   * @param between how many different values a cell between two bounds has
   */
  double part(int cell, Operator operator, ColumnValue value, double between) {
    ColumnValue bound = bounds.get(cell / 2).value();
    if (cell % 2 == 1) {
      return isTrue(bound, operator, value) ? 1 : 0;
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
    };
  }

  private static boolean isTrue(ColumnValue bound, Operator operator, ColumnValue value) {
    int order = value.compareTo(bound.element());
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case STARTS_WITH -> value.isPrefixOf(bound.element());
    };
  }

  /** Which part of the values between a bound and the one before is below a value. */
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

  /** A value as a number, so that others lie between: of other values, of where bytes differ. */
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
