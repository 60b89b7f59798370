package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.memo.Group.Winner;
import dev.tenure.record.plan.node.PlanNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cheapest plan of a group for a goal, by branch and bound. It goes from the top group
 * down, and searches each goal once. It gives up a plan as soon as that costs as much as the best
 * known plan.
 */
public final class Optimizer {
  private final BoundSearch.Scope scope;
  private final PlanningLimits limits;
  private int steps;

  /**
   * Creates an optimizer.
   *
   * @param types the record types of the query, to which columns are bound
   * @param limits the limits beyond which the query is refused
   */
  public Optimizer(
      BoundMetaData metaData,
      Cardinalities cardinalities,
      List<ImplementationRule> rules,
      List<String> types,
      PlanningLimits limits) {
    this.limits = limits;
    this.scope = new BoundSearch.Scope(metaData, cardinalities, rules, types);
  }

  /** The cheapest plan of a group for a goal; empty when no rule offers one. */
  public Optional<PlanNode> best(Group group, Goal goal) {
    return best(group, goal, Double.POSITIVE_INFINITY);
  }

  private Optional<PlanNode> best(Group group, Goal goal, double limit) {
    @Nullable Winner known = group.winner(goal);
    if (known != null && (known.plan().isPresent() || known.limit() >= limit)) {
      return known.plan().filter(plan -> goal.costOf(plan) < limit);
    }
    if (!group.begin(goal)) {
      return Optional.empty(); // a plan that has itself among its parts is never the best
    }
    steps += group.expressionCount();
    PlanningLimits.require("steps of the search", steps, limits.stepsMax());
    Search search = new Search(goal, limit);
    search.run(group);
    group.end(goal, new Winner(search.found(), limit));
    return search.found();
  }

  /** The search for one goal of one group. */
  private final class Search extends BoundSearch {
    private double limit;
    private @Nullable PlanNode best;

    Search(Goal goal, double limit) {
      super(scope, goal);
      this.limit = limit;
    }

    @Override
    public Optional<PlanNode> best(Group group, Goal inner) {
      return Optimizer.this.best(group, inner, limit);
    }

    @Override
    public Optional<PlanNode> bestAtAnyCost(Group group, Goal inner) {
      return Optimizer.this.best(group, inner);
    }

    @Override
    public void offer(PlanNode plan) {
      double cost = goal().costOf(plan);
      if (cost < limit && plan.delivered().has(goal().needs())) {
        best = plan;
        limit = cost;
      }
    }

    Optional<PlanNode> found() {
      return Optional.ofNullable(best);
    }
  }
}
