package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.LogicalExpression.UnionOf;
import dev.tenure.record.plan.node.Concat;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Merge;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Merges plans that return their rows in the same order. If no order is wanted, it runs the plans
 * one after another.
 *
 * <pre>
 * union of G1, G2, order b     →  union by b of plans in the order b, key
 * union of G1, G2, any order   →  G1, then what of G2 is not in G1
 * </pre>
 */
final class Unite implements ImplementationRule {
  @Override
  public String name() {
    return "unite";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof UnionOf union) {
      if (goal.order().isNone()) {
        concat(union, group, goal, search);
      }
      for (OrderSpec order : KeyOrders.of(goal.order())) {
        merge(union, group, goal, order, search);
      }
    }
  }

  private static void concat(UnionOf union, Group group, Goal goal, Implementation search) {
    if (union.branches().stream().anyMatch(Columns::haveRank)) {
      return; // whether a row is in a branch cannot be told by its record
    }
    Needs needs =
        union.branches().isEmpty()
            ? goal.needs()
            : goal.needs().and(Columns.needs(union.branches()));
    List<Conditions> earlier =
        union.branches().stream().map(each -> search.conditions(List.of(each))).toList();
    plans(union, goal.withNeeds(needs), search)
        .ifPresent(plans -> search.offer(new Concat(plans, earlier, group.rows())));
  }

  private static void merge(
      UnionOf union, Group group, Goal goal, OrderSpec order, Implementation search) {
    Goal inner = goal.withOrder(order).withNeeds(goal.needs().and(Columns.needs(order.columns())));
    plans(union, inner, search)
        .ifPresent(
            plans ->
                search.offer(
                    new Merge(Merge.Kind.UNION, plans, search.mergeKey(order), group.rows())));
  }

  private static Optional<List<PlanNode>> plans(UnionOf union, Goal goal, Implementation search) {
    List<PlanNode> plans = new ArrayList<>();
    for (Group input : union.inputs()) {
      Optional<PlanNode> plan = search.best(input, goal);
      if (plan.isEmpty()) {
        return Optional.empty();
      }
      plans.add(plan.get());
    }
    return Optional.of(plans);
  }
}
