package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.node.Filter;

/**
 * Tests conditions on each row of a plan. The plan must return the columns of the conditions.
 *
 * <pre>
 * filter c = 3 of G  →  filter c = 3 over the best plan of G that has c
 * </pre>
 */
final class TestConditions implements ImplementationRule {
  @Override
  public String name() {
    return "test-conditions";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof LogicalExpression.Filtering filtering
        && filtering.conditions().stream().noneMatch(Columns::haveRank)) {
      Goal below = goal.withNeeds(goal.needs().and(Columns.needs(filtering.conditions())));
      search
          .best(filtering.input(), below)
          .ifPresent(
              plan ->
                  search.offer(
                      new Filter(plan, search.conditions(filtering.conditions()), group.rows())));
    }
  }
}
