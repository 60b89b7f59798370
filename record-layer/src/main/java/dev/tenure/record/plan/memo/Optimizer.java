package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Group.Winner;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.MergeKey;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cheapest plan of a group for a goal, by branch and bound: from the groups at the top to
 * those below, each goal once, and nothing further of a plan that costs as much as the best one.
 */
public final class Optimizer {
  private final BoundMetaData metaData;
  private final Cardinalities cardinalities;
  private final List<ImplementationRule> rules;
  private final List<String> types;

  /**
   * A search for plans.
   *
   * @param types of the query, to which columns are bound
   */
  public Optimizer(
      BoundMetaData metaData,
      Cardinalities cardinalities,
      List<ImplementationRule> rules,
      List<String> types) {
    this.metaData = metaData;
    this.cardinalities = cardinalities;
    this.rules = List.copyOf(rules);
    this.types = List.copyOf(types);
  }

  /** The best plan; empty when no rule makes one. */
  public Optional<PlanNode> best(Group group, Goal goal) {
    return best(group, goal, Double.POSITIVE_INFINITY);
  }

  private Optional<PlanNode> best(Group group, Goal goal, double limit) {
    @Nullable Winner known = group.winner(goal);
    if (known != null && (known.plan().isPresent() || known.limit() >= limit)) {
      return known.plan().filter(plan -> plan.estimate().cost(goal.share()) < limit);
    }
    if (!group.begin(goal)) {
      return Optional.empty(); // a plan that has itself among its parts is never the best
    }
    Search search = new Search(goal, limit);
    if (!goal.needs().equals(Needs.onlyKey())) {
      search
          .best(group, goal.withNeeds(Needs.onlyKey()))
          .filter(plan -> !plan.delivered().has(goal.needs()))
          .ifPresent(plan -> search.offer(new Fetch(plan)));
    }
    for (LogicalExpression expression : group.expressions()) {
      for (ImplementationRule rule : rules) {
        rule.implement(expression, group, goal, search);
      }
    }
    group.end(goal, new Winner(search.found(), limit));
    return search.found();
  }

  /** The search for one goal of one group. */
  private final class Search implements Implementation {
    private final Goal goal;
    private double limit;
    private @Nullable PlanNode best;

    Search(Goal goal, double limit) {
      this.goal = goal;
      this.limit = limit;
    }

    @Override
    public Optional<PlanNode> best(Group group, Goal inner) {
      return Optimizer.this.best(group, inner, limit);
    }

    @Override
    public void offer(PlanNode plan) {
      double cost = plan.estimate().cost(goal.share());
      if (cost < limit && plan.delivered().has(goal.needs())) {
        best = plan;
        limit = cost;
      }
    }

    Optional<PlanNode> found() {
      return Optional.ofNullable(best);
    }

    @Override
    public BoundMetaData metaData() {
      return metaData;
    }

    @Override
    public Cardinalities cardinalities() {
      return cardinalities;
    }

    @Override
    public Conditions conditions(List<QueryPredicate> conditions) {
      return new Conditions(conditions, metaData, types);
    }

    @Override
    public MergeKey mergeKey(OrderSpec order) {
      return new MergeKey(order, metaData, types);
    }
  }
}
