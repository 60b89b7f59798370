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
      double all = search.cardinalities().rows(group.set().of(List.of()));
      int groups = positions.set().groups();
      double rows = Math.max(1, all * positions.rowsPerPosition());
      Estimate estimate =
          new Estimate(
              group.rows(), groups * Estimate.REQUEST, groups * rows + group.rows() * Estimate.ROW);
      search.offer(new PositionScan(positions.set(), positions.key(), estimate));
    }
  }
}
