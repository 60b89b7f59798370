package dev.tenure.record.plan.skip;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.cost.ScanReads;
import dev.tenure.record.plan.cost.ScanReads.Piece;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.ScanOrder;
import dev.tenure.record.plan.node.TypeFilter;
import dev.tenure.record.query.OrderColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Scans a range behind each value of an index's first column. The rule applies only if statistics
 * tell the number of values: with a guess that is too low, the plan could send a request for each
 * record.
 *
 * <pre>
 * read index (a, b) behind each first value [= 2], 5 values of a  →  5 jumps and 5 ranges
 * </pre>
 */
public final class ReadSkipping implements ImplementationRule {
  /** The cost of one value: a jump, which reads one key, and a range read. */
  private static final double PER_VALUE = Estimate.GET + Estimate.REQUEST;

  @Override
  public String name() {
    return "read-skipping";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (!(expression instanceof SkipAccess access)) {
      return;
    }
    AccessPath path = access.path();
    Optional<AccessPath.Direction> direction = path.directionFor(goal.order());
    Optional<KeyExpression> first = path.index().orElseThrow().index().columns().subKey(0, 1);
    if (direction.isEmpty() || first.isEmpty()) {
      return;
    }
    List<String> types = path.types().stream().toList();
    ValuesOfFirst known = new ValuesOfFirst(search.cardinalities().statistics());
    known
        .count(types, first.get())
        .ifPresent(
            values -> {
              double entries = search.cardinalities().rows(group.set().ofTypes(types));
              Estimate estimate =
                  new Estimate(
                      entries,
                      PER_VALUE,
                      Math.max(0, values - 1) * PER_VALUE + entries,
                      first(path, direction.get(), entries, known));
              search.offer(
                  TypeFilter.of(
                      new SkipScan(path, access.bounds(), direction.get(), estimate),
                      path.types(),
                      group.set().types(),
                      search.metaData(),
                      group.rows(),
                      ScanOrder.readOfTypes(
                          path, direction.get(), group.set(), search.cardinalities())));
            });
  }

  /** Which part of the cost the first rows take; those of a frequent value come together. */
  private static DoubleUnaryOperator first(
      AccessPath path, AccessPath.Direction direction, double entries, ValuesOfFirst known) {
    Optional<OrderColumn> column = path.order(List.of(), direction).stream().findFirst();
    if (path.types().size() > 1 || column.isEmpty()) {
      return Estimate.EVEN;
    }
    List<Piece> pieces = new ArrayList<>();
    for (double part : known.parts(path.types().iterator().next(), column.get())) {
      pieces.add(new Piece((pieces.isEmpty() ? 0 : PER_VALUE) + part * entries, part));
    }
    return ScanReads.read(pieces);
  }
}
