package dev.tenure.record.plan.cost;

import dev.tenure.record.plan.cost.ScanReads.Piece;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.OrderColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Divides the rows of a scan into pieces, in the order of the scan. In a piece each condition is
 * equally often true. A condition on a column of the order is true at one place of the column, and
 * a record type may have more rows at one place than at another one:
 *
 * <pre>
 * order a:     nulls | values less than 7 | values from 7 on
 *              filter a &gt;= 7 passes none  |  passes all           →  the first rows come late
 * order a, b:  a = 1: nulls of b, values of b | a = 2: nulls of b, values of b | …
 *              filter b is null passes all at the beginning of each value of a
 * order id:    rows of B | rows of A and B | rows of A            →  the first rows of A come late
 * </pre>
 *
 * <p>Conditions on other columns are assumed to be true equally often everywhere. Values of a
 * column that have few rows each are not divided by the next column.
 */
final class FirstRows {
  /** A value with fewer rows is not divided. */
  private static final double ROWS_MIN = 8;

  /** When a scan has this many pieces, no further value is divided. */
  private static final int PIECES_MAX = 2_000;

  /** The most times that the pieces of one value are repeated for the next values. */
  private static final int TIMES_MAX = 16;

  private final List<TypeInOrder> types;
  private final List<OrderColumn> order;
  private final boolean isByType;
  private final int levels;
  private final List<List<Step>> steps = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  /** A part of a column's order. */
  private static final class Step {
    /** For each type the middle of the part. */
    private final double[] at;

    /** For each type the part of its rows. */
    private final double[] part;

    /** The number of different values. */
    private final double values;

    Step(double[] at, double[] part, double values) {
      this.at = at;
      this.part = part;
      this.values = values;
    }
  }

  /**
   * Divides the rows of a scan.
   *
   * @param isByType whether rows with the same values in the order come type after type
   */
  FirstRows(List<TypeInOrder> types, List<OrderColumn> order, boolean isByType) {
    this.types = types;
    this.order = order;
    this.isByType = isByType;
    int known = 0;
    while (known < order.size() && isKnown(known)) {
      known++;
    }
    // a single type needs no histogram of the last column
    this.levels = types.size() == 1 ? Math.min(order.size(), known + 1) : known;
  }

  private boolean isKnown(int level) {
    return types.stream()
        .allMatch(
            each -> each.column(level).filter(it -> !it.values().bounds().isEmpty()).isPresent());
  }

  List<Piece> pieces() {
    for (int level = 0; level < levels; level++) {
      steps.add(steps(level));
    }
    divide(0, types.stream().mapToDouble(TypeInOrder::rows).toArray(), true);
    return pieces;
  }

  /**
   * Divides some rows by a column of the order.
   *
   * @param rows the rows of each type
   * @param isOne whether they have the same values in the columns before
   */
  private void divide(int level, double[] rows, boolean isOne) {
    if (level == levels) {
      add(rows, isByType && isOne && levels == order.size());
      return;
    }
    for (Step step : steps.get(level)) {
      double[] within = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        within[i] = rows[i] * step.part[i];
        types.get(i).enter(level, step.at[i]);
      }
      double all = Arrays.stream(within).sum();
      if (all > 0) {
        boolean isLast = level + 1 == levels;
        boolean isDivided = isLast || (all >= ROWS_MIN * step.values && pieces.size() < PIECES_MAX);
        int times = isDivided && !isLast ? (int) Math.min(TIMES_MAX, step.values) : 1;
        for (int i = 0; i < times; i++) {
          divide(
              isDivided ? level + 1 : levels,
              Arrays.stream(within).map(each -> each / times).toArray(),
              isDivided && step.values == 1);
        }
      }
    }
    types.forEach(type -> type.leave(level));
  }

  private void add(double[] rows, boolean isApart) {
    double sum = 0;
    double passing = 0;
    for (int i = 0; i < rows.length; i++) {
      sum += rows[i];
      passing += rows[i] * types.get(i).passing();
      if (isApart || i == rows.length - 1) {
        pieces.add(new Piece(sum, passing));
        sum = 0;
        passing = 0;
      }
    }
  }

  /** The steps of a column, in the order of the scan. */
  private List<Step> steps(int level) {
    List<Step> ofNulls = new ArrayList<>();
    List<Step> ofValues = new ArrayList<>();
    double[] from = new double[types.size()];
    double[] all = new double[types.size()];
    for (double[] end : ends(level)) {
      double[] at = new double[from.length];
      double[] part = new double[from.length];
      boolean isOfNulls = true;
      for (int i = 0; i < from.length; i++) {
        double to = Math.max(from[i], end[i]);
        at[i] = (from[i] + to) / 2;
        part[i] = (to - from[i]) * types.get(i).enter(level, at[i]);
        all[i] += part[i];
        from[i] = to;
        isOfNulls &= to <= types.get(i).nulls(level);
      }
      double values = isOfNulls ? 1 : values(level, at);
      (isOfNulls ? ofNulls : ofValues).add(new Step(at, part, values));
    }
    types.forEach(type -> type.leave(level));
    if (order.get(level).order().isDescending()) {
      Collections.reverse(ofValues);
    }
    boolean isNullsLast = order.get(level).order().isNullsLast();
    List<Step> inOrder = new ArrayList<>(isNullsLast ? ofValues : ofNulls);
    inOrder.addAll(isNullsLast ? ofNulls : ofValues);
    for (Step step : inOrder) {
      for (int i = 0; i < all.length; i++) {
        step.part[i] /= Math.max(all[i], Double.MIN_NORMAL);
      }
    }
    return inOrder;
  }

  /** The ends of the steps, for each type, ascending. */
  private List<double[]> ends(int level) {
    List<List<Double>> ofTypes = new ArrayList<>();
    List<Histogram.Bound> bounds = bounds(level);
    for (TypeInOrder type : types) {
      double nulls = type.nulls(level);
      List<Double> ends = new ArrayList<>(List.of(nulls, 1.0));
      ends.addAll(type.ends(level));
      for (Histogram.Bound bound : bounds) {
        ends.add(place(type, level, bound.value(), false));
        ends.add(place(type, level, bound.value(), true));
      }
      ofTypes.add(ends);
    }
    List<double[]> ends = new ArrayList<>();
    for (int i = 0; i < ofTypes.get(0).size(); i++) {
      double[] end = new double[types.size()];
      for (int type = 0; type < end.length; type++) {
        end[type] = ofTypes.get(type).get(i);
      }
      ends.add(end);
    }
    ends.sort(Comparator.comparingDouble(end -> Arrays.stream(end).sum()));
    return ends;
  }

  /**
   * The place before or behind a value. The range that conditions leave is rounded for each type by
   * itself, so that its values are taken to lie in it as in that of the type with the most rows.
   */
  private double place(TypeInOrder type, int level, ColumnValue value, boolean orEqual) {
    double place = type.place(level, value, orEqual);
    Optional<Place> range = type.range(level);
    Optional<Place> ofMost = most().range(level);
    return range.isEmpty() || ofMost.isEmpty()
        ? place
        : range.get().like(ofMost.get(), most().place(level, value, orEqual), place);
  }

  /** The values at which a column is divided, where more counts than its conditions. */
  private List<Histogram.Bound> bounds(int level) {
    boolean isDivided =
        types.size() > 1
            || level + 1 < levels
            || types.stream().anyMatch(each -> each.comparesColumns(level));
    return isDivided && isKnown(level)
        ? most().column(level).orElseThrow().values().bounds()
        : List.of();
  }

  private TypeInOrder most() {
    return types.stream().max(Comparator.comparingDouble(TypeInOrder::rows)).orElseThrow();
  }

  /** The number of different values in a step: one at a bound of the histogram. */
  private double values(int level, double[] at) {
    TypeInOrder type = most();
    ColumnStatistics column = type.column(level).orElse(null);
    if (column == null) {
      return Double.MAX_VALUE;
    }
    double nulls = type.nulls(level);
    double place = (at[types.indexOf(type)] - nulls) / (1 - nulls);
    return column.values().bounds().stream()
            .filter(bound -> bound.upTo() >= place)
            .findFirst()
            .filter(bound -> bound.upTo() - bound.equal() <= place)
            .isPresent()
        ? 1
        : column.between();
  }
}
