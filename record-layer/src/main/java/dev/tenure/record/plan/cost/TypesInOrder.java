package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Estimates how much of a scan of several record types is read until a part of the rows of some of
 * them is found. The scan is in the order of one column, which all of these types have:
 *
 * <pre>
 * order id:  rows of B | rows of A and B | rows of A     →  the first rows of A come late
 * </pre>
 *
 * @param held the types whose rows the scan returns
 * @param bounds the places of the order at which rows are counted
 */
record TypesInOrder(List<Held> held, List<Histogram.Bound> bounds) {
  /** A type whose rows the scan returns. */
  record Held(double records, ColumnStatistics column, boolean isWanted) {}

  /**
   * The estimates for a scan; empty when statistics of a type do not have the column.
   *
   * @param held the types whose rows the scan returns
   * @param wanted the types whose rows are wanted
   * @param column the column by which the scan is ordered first, ascending with nulls first
   */
  static Optional<TypesInOrder> of(
      Cardinalities known, Collection<String> held, Collection<String> wanted, KeyColumn column) {
    List<Held> columns = new ArrayList<>();
    for (String type : held) {
      known
          .reads()
          .column(type, column)
          .ifPresent(
              each -> columns.add(new Held(known.records(type), each, wanted.contains(type))));
    }
    return column.fansOut() || columns.size() < held.size()
        ? Optional.empty()
        : columns.stream()
            .filter(Held::isWanted)
            .max(Comparator.comparingDouble(Held::records))
            .map(each -> new TypesInOrder(columns, each.column().values().bounds()));
  }

  /**
   * The part of the scan that is read.
   *
   * @param share the part of the wanted rows that is to be found
   * @param fromEnd whether the order is read in reverse
   */
  double read(double share, boolean fromEnd) {
    int last = 2 * bounds.size() + 2;
    double all = rows(last, false);
    double allWanted = rows(last, true);
    if (all <= 0 || allWanted <= 0) {
      return share;
    }
    double found = (fromEnd ? 1 - share : share) * allWanted;
    int low = 0;
    int high = last;
    // The place before is the last one, or the first one, at which as many rows are found.
    while (high - low > 1) {
      int middle = (low + high) / 2;
      double upTo = rows(middle, true);
      if (upTo < found || (fromEnd && upTo <= found)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double before = rows(low, true);
    double width = rows(high, true) - before;
    double part = width > 0 ? (found - before) / width : fromEnd ? 0 : 1;
    double read = rows(low, false);
    read += part * (rows(high, false) - read);
    return (fromEnd ? all - read : read) / all;
  }

  /**
   * The rows of all types, or of the wanted ones, up to a place: the start, the end of the nulls,
   * then before and behind each bound, and the end.
   */
  private double rows(int place, boolean ofWanted) {
    return held.stream()
        .filter(each -> each.isWanted() || !ofWanted)
        .mapToDouble(each -> each.records() * upTo(place, each.column()))
        .sum();
  }

  private double upTo(int place, ColumnStatistics column) {
    if (place == 0 || place == 2 * bounds.size() + 2) {
      return place == 0 ? 0 : 1;
    }
    double nulls = column.empty();
    return place == 1
        ? nulls
        : nulls
            + (1 - nulls)
                * column.values().upTo(bounds.get((place - 2) / 2).value(), place % 2 == 1);
  }
}
