package dev.tenure.record.plan.rule;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.PathScan;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.TypeFilter;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;

/**
 * The order of a scan below a filter. The rows that have the first value in the columns before are
 * in the order of a column of the filter.
 *
 * @param column the column of the filter
 * @param first the part of all rows that these rows are: 1 when there is no column before
 */
record ScanOrder(OrderColumn column, double first) {

  /** The order of the scan below a plan; empty when it has no column of the filter. */
  static Optional<ScanOrder> of(PlanNode plan, List<QueryPredicate> filter, Cardinalities known) {
    PlanNode below = plan;
    while (below instanceof Filter || below instanceof Fetch || below instanceof TypeFilter) {
      below = below.children().get(0);
    }
    List<KeyExpression> columns =
        filter.stream()
            .flatMap(each -> PredicateColumns.of(each).stream())
            .filter(each -> !each.fansOut())
            .distinct()
            .toList();
    return below instanceof PathScan scan ? of(scan, columns, known) : Optional.empty();
  }

  private static Optional<ScanOrder> of(
      PathScan scan, List<KeyExpression> columns, Cardinalities known) {
    boolean fromEnd = scan.direction() == AccessPath.Direction.REVERSE;
    double first = 1;
    for (AccessPath.Slot slot : scan.path().ordering()) {
      Optional<OrderColumn> column = AccessPath.among(slot, columns, scan.direction());
      if (column.isPresent()) {
        return Optional.of(new ScanOrder(column.get(), first));
      }
      first *=
          slot.column()
              .map(each -> known.reads().firstPart(scan.path().types(), each, fromEnd))
              .orElse(0.0);
    }
    return Optional.empty();
  }

  /**
   * The part of the scan that is read until a part of the rows that pass is found. Behind the first
   * rows they are assumed to be spread evenly.
   */
  double read(LogicalExpression.Filtering filtering, double share, Cardinalities known) {
    RecordSet input = filtering.input().set();
    return share > first
        ? share
        : first
            * known
                .reads()
                .read(
                    input.types(),
                    column,
                    input.conjuncts(),
                    filtering.conditions(),
                    share / first);
  }
}
