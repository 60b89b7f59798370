package dev.tenure.record.plan.memo;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.cost.ScanReads;
import dev.tenure.record.plan.cost.ScanReads.Piece;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.match.OrderedScan;
import dev.tenure.record.plan.node.Concat;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.Merge;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.TypeFilter;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * The order of the scans below a filter.
 *
 * @param filter the conditions of the filter
 * @param input the records of which the filter takes some
 */
public record ScanOrder(List<QueryPredicate> filter, RecordSet input, Cardinalities known) {

  /** Which part of a plan's rows is read until a part of those that pass is found. */
  public DoubleUnaryOperator read(PlanNode plan) {
    return isOrdered(plan) ? ScanReads.read(pieces(plan)) : Estimate.EVEN;
  }

  /** The rows of a plan in their order, and those of them for which the filter is true. */
  public List<Piece> pieces(PlanNode plan) {
    return pieces(plan, input.typeNames());
  }

  /** Whether any scan below a plan is in the order of a column of the filter. */
  private boolean isOrdered(PlanNode plan) {
    return plan instanceof OrderedScan scan
        ? !order(scan).isEmpty()
        : plan.children().stream().anyMatch(this::isOrdered);
  }

  /**
   * Which part of a scan of several types is read until a part of the rows of some of them is
   * found.
   */
  public static DoubleUnaryOperator readOfTypes(
      AccessPath path, AccessPath.Direction direction, RecordSet wanted, Cardinalities known) {
    if (path.types().equals(wanted.typeNames()) || path.search().isPresent()) {
      return Estimate.EVEN;
    }
    List<OrderColumn> order = path.order(List.of(), direction);
    Comparator<String> byExtent =
        Comparator.comparing(type -> known.metaData().type(type).extent());
    List<String> held =
        path.types().stream()
            .sorted(direction == AccessPath.Direction.REVERSE ? byExtent.reversed() : byExtent)
            .toList();
    boolean areApart =
        held.stream().map(type -> known.metaData().type(type).extent()).distinct().count()
            == held.size();
    return ScanReads.read(
        known
            .reads()
            .pieces(
                held,
                wanted.types(),
                order,
                path.isByExtentBehind(order.size()) && areApart,
                wanted.conjuncts(),
                List.of()));
  }

  /** The orders of each column of some conditions, from both ends. */
  public static Stream<OrderSpec> ofColumns(List<QueryPredicate> conditions) {
    return conditions.stream()
        .flatMap(each -> PredicateColumns.of(each).stream())
        .filter(each -> !each.fansOut())
        .flatMap(each -> Stream.of(OrderColumn.ascending(each), OrderColumn.descending(each)))
        .map(each -> OrderSpec.by(List.of(each)));
  }

  /** The order of the first column of an access path. */
  public static Stream<OrderSpec> ofFirstColumn(LogicalExpression expression) {
    return expression instanceof LogicalExpression.Access access
        ? access.match().path().order(List.of(), AccessPath.Direction.FORWARD).stream()
            .limit(1)
            .map(column -> OrderSpec.by(List.of(column)))
        : Stream.of();
  }

  /** The opposite of a scan's order, up to the last column of the filter; empty without one. */
  public Optional<OrderSpec> otherEnd(PlanNode plan) {
    return scan(plan)
        .map(this::order)
        .filter(order -> !order.isEmpty())
        .map(
            order ->
                OrderSpec.by(
                    order.stream()
                        .map(each -> new OrderColumn(each.column(), each.order().reversed()))
                        .toList()));
  }

  private static Optional<OrderedScan> scan(PlanNode plan) {
    PlanNode below = plan;
    while (below instanceof Filter || below instanceof Fetch || below instanceof TypeFilter) {
      below = below.children().get(0);
    }
    return below instanceof OrderedScan scan ? Optional.of(scan) : Optional.empty();
  }

  private List<Piece> pieces(PlanNode plan, Collection<String> types) {
    if (plan instanceof Filter || plan instanceof Fetch) {
      return pieces(plan.children().get(0), types);
    }
    if (plan instanceof TypeFilter only) {
      return pieces(only.source(), only.types());
    }
    if (plan instanceof Concat concat) {
      List<Piece> all = new ArrayList<>();
      for (PlanNode source : concat.sources()) {
        List<Piece> pieces = pieces(source, types);
        double rows = pieces.stream().mapToDouble(Piece::rows).sum();
        double factor = source.estimate().rows() / Math.max(rows, Double.MIN_NORMAL);
        pieces.forEach(each -> all.add(new Piece(factor * each.rows(), factor * each.passing())));
      }
      return all;
    }
    if (plan instanceof Merge merge && merge.kind() == Merge.Kind.UNION) {
      List<OrderColumn> order = scan(merge.sources().get(0)).map(this::order).orElseGet(List::of);
      return known.reads().pieces(types, types, order, false, input.conjuncts(), filter);
    }
    Collection<String> held =
        plan instanceof OrderedScan scan
            ? types.stream().filter(scan.path().types()::contains).toList()
            : types;
    List<OrderColumn> order = plan instanceof OrderedScan scan ? order(scan) : List.of();
    return known.reads().pieces(held, held, order, false, input.conjuncts(), filter);
  }

  /** The columns of a scan's order up to the last one of the filter. */
  private List<OrderColumn> order(OrderedScan scan) {
    List<KeyExpression> columns =
        filter.stream()
            .flatMap(each -> PredicateColumns.of(each).stream())
            .filter(each -> !each.fansOut())
            .distinct()
            .toList();
    List<OrderColumn> order = scan.path().order(columns, scan.direction());
    int last = order.size();
    while (last > 0 && !columns.contains(order.get(last - 1).column())) {
      last--;
    }
    return order.subList(0, last);
  }
}
