package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.cost.Estimate;
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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

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
    // under a limit the last branches may not be read at all
    BiFunction<Group, Goal, Optional<PlanNode>> best =
        goal.isLimited() ? search::bestAtAnyCost : search::best;
    plans(union, goal.withNeeds(needs), best)
        .ifPresent(plans -> search.offer(concat(plans, earlier, group.rows(), goal)));
  }

  /** Under a limit the branches come first whose rows cost least. */
  private static Concat concat(
      List<PlanNode> plans, List<Conditions> earlier, double rows, Goal goal) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, plans.size()).boxed().toList());
    if (goal.isLimited()) {
      double wanted = goal.share() * rows;
      order.sort(Comparator.comparingDouble(i -> costOfRow(plans.get(i).estimate(), wanted)));
    }
    return new Concat(
        order.stream().map(plans::get).toList(),
        earlier.isEmpty() ? earlier : order.stream().map(earlier::get).toList(),
        rows);
  }

  /** The cost of one of the first rows. */
  private static double costOfRow(Estimate estimate, double wanted) {
    double rows = Math.max(estimate.rows(), Double.MIN_NORMAL);
    double share = Math.min(1, wanted / rows);
    return estimate.cost(share) / (share * rows);
  }

  private static void merge(
      UnionOf union, Group group, Goal goal, OrderSpec order, Implementation search) {
    Goal inner = goal.withOrder(order).withNeeds(goal.needs().and(Columns.needs(order.columns())));
    plans(union, inner, search::best)
        .ifPresent(
            plans ->
                search.offer(
                    new Merge(
                        Merge.Kind.UNION, plans, search.mergeKey(order, group), group.rows())));
  }

  private static Optional<List<PlanNode>> plans(
      UnionOf union, Goal goal, BiFunction<Group, Goal, Optional<PlanNode>> best) {
    List<PlanNode> plans = new ArrayList<>();
    for (Group input : union.inputs()) {
      Optional<PlanNode> plan = best.apply(input, goal);
      if (plan.isEmpty()) {
        return Optional.empty();
      }
      plans.add(plan.get());
    }
    return Optional.of(plans);
  }
}
