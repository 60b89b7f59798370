package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;

/**
 * Reads nothing where conditions contradict one another. {@code Contradictions} has put a list
 * without values in their place.
 *
 * <pre>
 * select a in ()  →  nothing
 * </pre>
 */
final class ReadNothing implements ImplementationRule {
  @Override
  public String name() {
    return "read-nothing";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof LogicalExpression.Selection) {
      search
          .cardinalities()
          .contradicted(group.set())
          .ifPresent(column -> search.offer(new Nothing(column)));
    }
  }
}
