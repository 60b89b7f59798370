package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Estimates how much of a scan is read under a limit, by where in its order the rows lie. */
public record ScanReads(Cardinalities known) {
  /**
   * The part of a scan that is read until a filter above it has passed a part of its rows.
   *
   * @param order the column by which the scan is ordered first
   * @param among the conditions that are true for all rows of the scan
   * @param filter the conditions of the filter
   * @param share the part of the passing rows that is wanted
   */
  public double read(
      Collection<String> types,
      OrderColumn order,
      List<QueryPredicate> among,
      List<QueryPredicate> filter,
      double share) {
    double records = types.stream().mapToDouble(known::records).sum();
    return types.stream()
        .mapToDouble(
            type ->
                new FirstRows(known, known.metaData().type(type), order).read(among, filter, share)
                    * known.records(type)
                    / records)
        .sum();
  }

  /**
   * The part of the records of some types that come first in the order of a column, because they
   * have the same value there, or none.
   *
   * @param fromEnd whether the order is read in reverse
   */
  public double firstPart(Collection<String> types, KeyColumn column, boolean fromEnd) {
    double records = types.stream().mapToDouble(known::records).sum();
    return types.stream()
            .mapToDouble(type -> known.records(type) * firstPart(type, column, fromEnd))
            .sum()
        / records;
  }

  private double firstPart(String type, KeyColumn column, boolean fromEnd) {
    return column.fansOut()
        ? 0
        : column(type, column).map(each -> fromEnd ? each.last() : each.first()).orElse(0.0);
  }

  /**
   * The part of a scan of several types that is read until a part of the rows of some of them is
   * found.
   *
   * @param held the types whose rows the scan returns
   * @param column the column by which the scan is ordered first
   * @param fromEnd whether the order is read in reverse
   * @param share the part of the wanted rows that is to be found
   */
  public double readOfTypes(
      Collection<String> held,
      Collection<String> wanted,
      KeyColumn column,
      boolean fromEnd,
      double share) {
    return TypesInOrder.of(known, held, wanted, column)
        .map(each -> each.read(share, fromEnd))
        .orElse(share);
  }

  Optional<ColumnStatistics> column(String type, KeyColumn column) {
    return known
        .statistics()
        .column(type, column.path())
        .or(() -> known.statistics().column(type, "field(" + column.path() + ")"));
  }
}
