package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.LogicalExpression.IntersectionOf;
import dev.tenure.record.plan.node.Merge;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Merges plans that return their rows in the same order, and keeps the rows that all of them
 * return.
 *
 * <pre>
 * intersection of G1, G2, any order  →  intersection by key of plans in the order of keys
 * </pre>
 */
final class Intersect implements ImplementationRule {
  @Override
  public String name() {
    return "intersect";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof IntersectionOf intersection) {
      int givers = goal.needs().equals(Needs.onlyKey()) ? 1 : intersection.inputs().size();
      for (OrderSpec order : KeyOrders.of(goal.order())) {
        for (int giver = 0; giver < givers; giver++) {
          merge(intersection, group, goal, order, giver, search);
        }
      }
    }
  }

  private static void merge(
      IntersectionOf intersection,
      Group group,
      Goal goal,
      OrderSpec order,
      int giver,
      Implementation search) {
    Needs merged = Columns.needs(order.columns());
    List<PlanNode> plans = new ArrayList<>();
    for (int i = 0; i < intersection.inputs().size(); i++) {
      Needs needs = i == giver ? goal.needs().and(merged) : merged;
      Optional<PlanNode> plan =
          search.best(intersection.inputs().get(i), goal.withOrder(order).withNeeds(needs));
      if (plan.isEmpty()) {
        return;
      }
      plans.add(i == giver ? 0 : plans.size(), plan.get());
    }
    search.offer(
        new Merge(Merge.Kind.INTERSECTION, plans, search.mergeKey(order, group), group.rows()));
  }
}
