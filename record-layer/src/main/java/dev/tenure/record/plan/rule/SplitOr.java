package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * Answers each branch of an {@code or} for itself.
 *
 * <pre>
 * select {x = 1 and (a = 2 or b = 3)}
 *   →  union of {x = 1 and a = 2}, {x = 1 and b = 3}
 * </pre>
 */
final class SplitOr implements ExplorationRule {
  @Override
  public String name() {
    return "split-or";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (!(expression instanceof LogicalExpression.Selection)) {
      return;
    }
    for (QueryPredicate condition : group.set().conjuncts()) {
      if (condition instanceof QueryPredicate.Or or) {
        memo.requireBranches(or.parts().size(), "an or");
        List<Group> inputs =
            or.parts().stream()
                .map(branch -> group.set().replacing(or, Conjuncts.of(branch)))
                .map(memo::group)
                .toList();
        memo.add(group, new LogicalExpression.UnionOf(inputs, or.parts()));
      }
    }
  }
}
