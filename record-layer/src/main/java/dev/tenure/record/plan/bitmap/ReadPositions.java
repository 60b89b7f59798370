package dev.tenure.record.plan.bitmap;

import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import java.util.List;

/**
 * Reads bitmaps row by row, in the order of positions.
 *
 * <pre>
 * positions (a [= 1] and b [= 2]), any order  →  positions a [= 1] and b [= 2]
 * </pre>
 */
public final class ReadPositions implements ImplementationRule {
  @Override
  public String name() {
    return "read-positions";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof Positions positions && positions.key().gives(goal.order())) {
      List<PositionSet.Group> read = positions.set().groups(search.cardinalities()::listSize);
      Estimate estimate =
          new Estimate(
              group.rows(),
              read.size() * Estimate.REQUEST,
              rows(positions, read, group, search) + group.rows() * Estimate.ROW);
      search.offer(new PositionScan(positions.set(), positions.key(), estimate));
    }
  }

  /** The rows of all groups: of the rows that an index may have, those with a record of a group. */
  private static double rows(
      Positions positions, List<PositionSet.Group> read, Group group, Implementation search) {
    double all = search.cardinalities().rows(group.set().of(List.of()));
    double places = Math.max(1, all * positions.rowsPerPosition());
    return read.stream()
        .mapToDouble(each -> search.cardinalities().rows(group.set().of(each.conditions())))
        .map(records -> places * -Math.expm1(-records / places))
        .sum();
  }
}
