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
      double setup = positions.set().groups().size() * Estimate.REQUEST;
      Estimate estimate =
          new Estimate(
              group.rows(), setup, rows(positions, group, search) + group.rows() * Estimate.ROW);
      search.offer(new PositionScan(positions.set(), positions.key(), estimate));
    }
  }

  /**
   * The expected number of bitmap rows of all groups. A row exists only if it has a record of its
   * group.
   */
  private static double rows(Positions positions, Group group, Implementation search) {
    double all = search.cardinalities().rows(group.set().of(List.of()));
    double places = Math.max(1, all * positions.rowsPerPosition());
    return positions.set().groups().stream()
        .mapToDouble(each -> search.cardinalities().rows(group.set().of(each.conditions())))
        .map(records -> places * -Math.expm1(-records / places))
        .sum();
  }
}
