package dev.tenure.record.plan.cost;

import dev.tenure.record.index.BoundType;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rows of one record type in the order of a scan. A place in a column of the order is the part
 * of the type's records that come before it, ascending with nulls first. A value whose place is not
 * known is assumed to be in the middle.
 */
final class TypeInOrder {
  private static final double LEAST = 1e-9;

  private final Cardinalities known;
  private final BoundType type;
  private final boolean isWanted;
  private final List<OrderColumn> order;
  private final List<QueryPredicate> conditions;
  private final List<QueryPredicate> ranges;
  private final List<Part> among;
  private final Part filter;
  private final double rows;
  private final double[] at;

  /** The part of the rows at a place for which a condition is true. */
  private interface Part {
    /**
     * @param at the place in each column of the order; NaN for all places
     */
    double of(double[] at);
  }

  TypeInOrder(
      Cardinalities known,
      String name,
      boolean isWanted,
      List<OrderColumn> order,
      List<QueryPredicate> among,
      List<QueryPredicate> filter) {
    this.known = known;
    this.type = known.metaData().type(name);
    this.isWanted = isWanted;
    this.order = order;
    this.conditions = Stream.concat(filter.stream(), among.stream()).toList();
    this.ranges = among;
    this.among =
        IntStream.range(0, order.size())
            .mapToObj(level -> all(among.stream().filter(each -> isOf(level, each)).toList()))
            .toList();
    this.filter = all(filter);
    this.rows = known.rows(new RecordSet(List.of(name), among));
    this.at = new double[order.size()];
    Arrays.fill(at, Double.NaN);
  }

  double rows() {
    return rows;
  }

  /** The statistics of a column of the order. */
  Optional<ColumnStatistics> column(int level) {
    return known.statistics().column(type.name(), order.get(level).column().toString());
  }

  /** The place behind the rows without a value. */
  double nulls(int level) {
    return column(level).map(ColumnStatistics::empty).orElse(0.0);
  }

  /** The part of the rows whose values are less than a value, or equal to it where wanted. */
  double place(int level, ColumnValue value, boolean orEqual) {
    double nulls = nulls(level);
    return nulls + (1 - nulls) * column(level).orElseThrow().values().upTo(value, orEqual);
  }

  /** The range of a column that a condition on all rows leaves, if its place is rounded. */
  Optional<Place> range(int level) {
    return ranges.stream()
        .filter(each -> isLeaf(level, each) && Place.isNeeded(each) && !Place.isOfOthers(each))
        .map(each -> place(level, each))
        .findFirst();
  }

  /** The places at which conditions on a column begin or cease to be true, for each condition. */
  List<Double> ends(int level) {
    List<Double> ends = new ArrayList<>();
    conditions.forEach(each -> collectEnds(each, level, ends));
    return ends;
  }

  private void collectEnds(QueryPredicate condition, int level, List<Double> ends) {
    if (isLeaf(level, condition)) {
      Place place = place(level, condition);
      ends.add(place.from());
      ends.add(place.to());
    }
    condition.parts().forEach(part -> collectEnds(part, level, ends));
  }

  /** Whether a condition compares a column of the order with another column. */
  boolean comparesColumns(int level) {
    return conditions.stream().anyMatch(each -> comparesColumns(level, each));
  }

  private boolean comparesColumns(int level, QueryPredicate condition) {
    return columns(level, condition).isPresent()
        || condition.parts().stream().anyMatch(part -> comparesColumns(level, part));
  }

  /** Goes to a place in a column, and returns the density of the rows there. */
  double enter(int level, double place) {
    at[level] = place;
    return among.get(level).of(at);
  }

  void leave(int level) {
    at[level] = Double.NaN;
  }

  /** The part of the rows at this place that pass. */
  double passing() {
    return isWanted ? filter.of(at) : 0;
  }

  private boolean isOf(int level, QueryPredicate condition) {
    Object column = order.get(level).column();
    return OneColumn.onlyColumn(condition).filter(column::equals).isPresent();
  }

  private boolean isLeaf(int level, QueryPredicate condition) {
    return condition.parts().isEmpty() && isOf(level, condition);
  }

  private Part all(List<QueryPredicate> all) {
    List<Part> parts = all.stream().map(this::part).toList();
    return places -> {
      double product = 1;
      for (Part each : parts) {
        product *= each.of(places);
      }
      return product;
    };
  }

  private Part part(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.And and) {
      return all(and.parts());
    }
    if (condition instanceof QueryPredicate.Or or) {
      Part none = all(or.parts().stream().<QueryPredicate>map(QueryPredicate.Not::new).toList());
      return places -> 1 - none.of(places);
    }
    if (condition instanceof QueryPredicate.Not not) {
      Part part = part(not.part());
      return places -> 1 - part.of(places);
    }
    double average = known.selectivity(type, condition);
    for (int i = 0; i < order.size(); i++) {
      int level = i;
      Optional<TwoColumns> columns = columns(level, condition);
      if (isLeaf(level, condition)) {
        Place place = place(level, condition);
        return places ->
            Double.isNaN(places[level])
                ? average
                : leaf(condition, place, average, places[level], nulls(level));
      }
      if (columns.isPresent()) {
        double nulls = nulls(level);
        return places ->
            Double.isNaN(places[level])
                ? average
                : places[level] < nulls
                    ? 0
                    : columns.get().partAt((places[level] - nulls) / (1 - nulls));
      }
    }
    return places -> average;
  }

  private static double leaf(
      QueryPredicate condition, Place place, double average, double at, double nulls) {
    if (Place.isOfOthers(condition)) {
      return at < nulls || place.contains(at) ? 0 : 1;
    }
    return place.contains(at) ? Math.min(1, average / Math.max(place.width(), LEAST)) : 0;
  }

  /** A comparison of a column of the order with another column. */
  private Optional<TwoColumns> columns(int level, QueryPredicate condition) {
    return condition instanceof Comparison comparison
            && comparison.operand() instanceof Operand.Column
        ? TwoColumns.of(comparison, each -> known.statistics().column(type.name(), each.toString()))
            .flatMap(each -> each.by(order.get(level).column()))
        : Optional.empty();
  }

  /** Where in the order a condition on its column is true, or where an inequality is not. */
  private Place place(int level, QueryPredicate condition) {
    double nulls = nulls(level);
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
                      case EQUAL, NOT_EQUAL, STARTS_WITH -> middle(nulls, width);
                      case HAS_SUBSTRING -> new Place(nulls, 1);
                    }
                    : new Place(nulls, 1));
  }

  private static Place middle(double nulls, double width) {
    double middle = (nulls + 1) / 2;
    return new Place(middle - width / 2, middle + width / 2);
  }
}
