package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * Answers each branch of an {@code or} by a plan of its own.
 *
 * <pre>
 * select {x = 1 and (a = 2 or b = 3)}
 *   →  union of {x = 1 and a = 2}, {x = 1 and b = 3}
 * select {anyOf(l, x = 1 and (a = 2 or b = 3))}
 *   →  union of {anyOf(l, x = 1 and a = 2)}, {anyOf(l, x = 1 and b = 3)}
 * </pre>
 */
final class SplitOr implements ExplorationRule {
  @Override
  public String name() {
    return "split-or";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (!(expression instanceof LogicalExpression.Selection) || Splits.apart(group, memo)) {
      return;
    }
    for (QueryPredicate condition : group.set().conjuncts()) {
      List<QueryPredicate> branches = ElementParts.branches(condition);
      if (!branches.isEmpty()) {
        memo.requireBranches(branches.size(), "an or");
        List<Group> inputs =
            branches.stream()
                .map(branch -> group.set().replacing(condition, Conjuncts.of(branch)))
                .map(memo::group)
                .toList();
        memo.add(group, new LogicalExpression.UnionOf(inputs, branches));
      }
    }
  }
}
