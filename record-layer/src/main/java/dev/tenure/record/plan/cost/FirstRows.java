package dev.tenure.record.plan.cost;

import dev.tenure.record.index.BoundType;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Estimates how much of a scan is read until a filter above it has passed a part of its rows. The
 * scan is in the order of one column. A condition on this column is true at one place of the order:
 *
 * <pre>
 * order a:  nulls | values less than 7 | values from 7 on
 *           filter a &gt;= 7 passes none  |  passes all         →  the first rows come late
 *           filter a &lt; 7 passes all   |  passes none        →  the first rows come early
 * </pre>
 *
 * <p>A value whose place is not known is assumed to be in the middle of the order. Conditions on
 * other columns are assumed to be true equally often everywhere.
 */
record FirstRows(Cardinalities known, BoundType type, OrderColumn order) {
  private static final double LEAST = 1e-9;

  /** A piece of the order in which each condition is equally often true. */
  private record Piece(double rows, double passing) {}

  /**
   * The part of the scan that is read.
   *
   * @param among the conditions that are true for all rows of the scan
   * @param filter the conditions of the filter
   * @param share the part of the passing rows that is wanted
   */
  double read(List<QueryPredicate> among, List<QueryPredicate> filter, double share) {
    List<Piece> pieces = pieces(among, filter);
    double rows = pieces.stream().mapToDouble(Piece::rows).sum();
    double wanted = share * pieces.stream().mapToDouble(Piece::passing).sum();
    if (rows <= 0 || wanted <= 0) {
      return share;
    }
    double read = 0;
    for (Piece piece : pieces) {
      if (piece.passing() >= wanted) {
        return (read + piece.rows() * wanted / piece.passing()) / rows;
      }
      wanted -= piece.passing();
      read += piece.rows();
    }
    return 1;
  }

  /** The pieces in the order of the scan. */
  private List<Piece> pieces(List<QueryPredicate> among, List<QueryPredicate> filter) {
    TreeSet<Double> ends = new TreeSet<>(List.of(0.0, nulls(), 1.0));
    filter.forEach(each -> collectEnds(each, ends));
    among.forEach(each -> collectEnds(each, ends));
    List<Piece> ofNulls = new ArrayList<>();
    List<Piece> ofValues = new ArrayList<>();
    double from = 0;
    for (double to : ends) {
      double at = (from + to) / 2;
      double rows = (to - from) * all(among.stream().filter(this::isOfOrder).toList(), at);
      if (rows > 0) {
        (to <= nulls() ? ofNulls : ofValues).add(new Piece(rows, rows * all(filter, at)));
      }
      from = to;
    }
    if (order.order().isDescending()) {
      Collections.reverse(ofValues);
    }
    List<Piece> pieces = new ArrayList<>(order.order().isNullsLast() ? ofValues : ofNulls);
    pieces.addAll(order.order().isNullsLast() ? ofNulls : ofValues);
    return pieces;
  }

  private double nulls() {
    return column().map(ColumnStatistics::empty).orElse(0.0);
  }

  private Optional<ColumnStatistics> column() {
    return known.statistics().column(type.name(), order.column().toString());
  }

  private boolean isOfOrder(QueryPredicate condition) {
    return condition instanceof QueryPredicate.TextMatch match
        ? match.column().equals(order.column())
        : OneColumn.onlyColumn(condition).filter(order.column()::equals).isPresent();
  }

  private void collectEnds(QueryPredicate condition, TreeSet<Double> ends) {
    if (isLeaf(condition)) {
      Place place = place(condition);
      ends.add(place.from());
      ends.add(place.to());
    } else if (condition instanceof Comparison comparison && columns(comparison).isPresent()) {
      column().ifPresent(each -> each.values().bounds().forEach(bound -> ends.add(at(bound))));
    }
    condition.parts().forEach(part -> collectEnds(part, ends));
  }

  private double at(Histogram.Bound bound) {
    return nulls() + (1 - nulls()) * bound.upTo();
  }

  private boolean isLeaf(QueryPredicate condition) {
    return condition.parts().isEmpty() && isOfOrder(condition);
  }

  /** The part of the rows at a place of the order for which conditions are true. */
  private double all(List<QueryPredicate> conditions, double at) {
    return conditions.stream()
        .mapToDouble(each -> part(each, at))
        .reduce(1, (one, other) -> one * other);
  }

  private double part(QueryPredicate condition, double at) {
    if (isLeaf(condition)) {
      return leaf(condition, at);
    }
    if (condition instanceof QueryPredicate.And and) {
      return all(and.parts(), at);
    }
    if (condition instanceof QueryPredicate.Or or) {
      return 1
          - or.parts().stream().mapToDouble(each -> 1 - part(each, at)).reduce(1, (a, b) -> a * b);
    }
    if (condition instanceof QueryPredicate.Not not) {
      return 1 - part(not.part(), at);
    }
    return condition instanceof Comparison comparison
        ? columns(comparison)
            .map(each -> at < nulls() ? 0 : each.partAt((at - nulls()) / (1 - nulls())))
            .orElseGet(() -> known.selectivity(type, condition))
        : known.selectivity(type, condition);
  }

  private double leaf(QueryPredicate condition, double at) {
    Place place = place(condition);
    if (Place.isOfOthers(condition)) {
      return at < nulls() || place.contains(at) ? 0 : 1;
    }
    return place.contains(at)
        ? Math.min(1, known.selectivity(type, condition) / Math.max(place.width(), LEAST))
        : 0;
  }

  /** A comparison of the order's column with another column. */
  private Optional<TwoColumns> columns(Comparison comparison) {
    return comparison.operand() instanceof Operand.Column
        ? TwoColumns.of(comparison, each -> known.statistics().column(type.name(), each.toString()))
            .flatMap(each -> each.by(order.column()))
        : Optional.empty();
  }

  /** Where in the order a condition on its column is true, or where an inequality is not. */
  private Place place(QueryPredicate condition) {
    double nulls = nulls();
    if (condition instanceof QueryPredicate.NullCheck check) {
      return check.wantsNull() ? new Place(0, nulls) : new Place(nulls, 1);
    }
    double part = known.selectivity(type, condition);
    double rest = Math.max(0, 1 - nulls - part);
    double width = Place.isOfOthers(condition) ? rest : part;
    return known
        .placeOf(type, condition, width)
        .orElseGet(
            () ->
                condition instanceof Comparison comparison
                    ? switch (comparison.operator()) {
                      case LESS, LESS_OR_EQUAL -> new Place(nulls, 1 - rest);
                      case GREATER, GREATER_OR_EQUAL -> new Place(nulls + rest, 1);
                      case EQUAL, NOT_EQUAL, STARTS_WITH -> middle(width);
                      case HAS_SUBSTRING -> new Place(nulls, 1);
                    }
                    : new Place(nulls, 1));
  }

  private Place middle(double width) {
    double middle = (nulls() + 1) / 2;
    return new Place(middle - width / 2, middle + width / 2);
  }
}
