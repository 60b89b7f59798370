package dev.tenure.record.plan.skip;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.ColumnStatistics;
import dev.tenure.record.plan.cost.Histogram;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.OrderColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The values of an index's first column, as far as statistics tell. */
record ValuesOfFirst(Statistics statistics) {

  /**
   * The number of different values in the records of some types. The part of the values that two
   * types share is taken from the bounds of their histograms.
   */
  OptionalDouble count(Collection<String> types, KeyExpression column) {
    double sum = 0;
    int bounds = 0;
    Set<ColumnValue> different = new HashSet<>();
    for (String type : types) {
      OptionalDouble found = statistics.distinct(type, List.of(column.toString()));
      if (found.isEmpty()) {
        return found;
      }
      sum += found.getAsDouble();
      for (Histogram.Bound bound :
          statistics
              .column(type, column.toString())
              .map(each -> each.values().bounds())
              .orElseGet(List::of)) {
        bounds++;
        different.add(bound.value());
      }
    }
    return OptionalDouble.of(bounds == 0 ? sum : sum * different.size() / bounds);
  }

  /**
   * The part of a type's records that have each value, in an order of the values; empty when the
   * histogram does not have all values.
   */
  List<Double> parts(String type, OrderColumn order) {
    Optional<ColumnStatistics> column =
        statistics
            .column(type, order.column().toString())
            .filter(each -> each.distinct() <= each.values().bounds().size());
    if (column.isEmpty()) {
      return List.of();
    }
    double empty = column.get().empty();
    List<Double> parts = new ArrayList<>();
    column.get().values().bounds().forEach(each -> parts.add((1 - empty) * each.equal()));
    if (order.order().isDescending()) {
      Collections.reverse(parts);
    }
    if (empty > 0) {
      parts.add(order.order().isNullsLast() ? parts.size() : 0, empty);
    }
    return parts;
  }
}
