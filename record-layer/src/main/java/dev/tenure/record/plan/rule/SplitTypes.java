package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import java.util.List;

/**
 * Answers each record type by a plan of its own, since the types may have different indexes.
 *
 * <pre>
 * select A|B {x = 1}  →  union of A {x = 1}, B {x = 1}
 * </pre>
 */
final class SplitTypes implements ExplorationRule {
  @Override
  public String name() {
    return "split-types";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    List<String> types = group.set().types();
    if (!(expression instanceof LogicalExpression.Selection) || types.size() < 2) {
      return;
    }
    memo.requireBranches(types.size(), "record types");
    List<Group> inputs =
        types.stream().map(type -> memo.group(group.set().ofTypes(List.of(type)))).toList();
    memo.add(group, new LogicalExpression.UnionOf(inputs, List.of()));
  }
}
