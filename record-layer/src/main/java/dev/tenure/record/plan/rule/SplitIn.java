package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.logical.Elements;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * Answers {@code in} for each value: planned once, with a parameter that takes each value.
 *
 * <pre>
 * select {a in (1, 2, 3) and b = 4}
 *   →  for each of (1, 2, 3)  {a = $ and b = 4}
 * </pre>
 */
final class SplitIn implements ExplorationRule {
  @Override
  public String name() {
    return "split-in";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (!(expression instanceof LogicalExpression.Selection)) {
      return;
    }
    for (QueryPredicate condition : group.set().conjuncts()) {
      if (condition instanceof QueryPredicate.In
          || condition instanceof QueryPredicate.InParameter) {
        String element = Elements.parameterOf(condition);
        Group input =
            memo.group(group.set().replacing(condition, List.of(Elements.equal(condition))));
        memo.add(group, new LogicalExpression.EachOf(condition, element, input));
      }
    }
  }
}
