package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.MergeKey;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * The search for plans for one goal of one group. It calls each implementation rule with each
 * expression of the group.
 */
abstract class BoundSearch implements Implementation {
  private final Scope scope;
  private final Goal goal;

  /**
   * The parts that all searches for one query share.
   *
   * @param types the record types of the query, to which columns are bound
   */
  record Scope(
      BoundMetaData metaData,
      Cardinalities cardinalities,
      List<ImplementationRule> rules,
      List<String> types) {
    Scope {
      rules = List.copyOf(rules);
      types = List.copyOf(types);
    }
  }

  BoundSearch(Scope scope, Goal goal) {
    this.scope = scope;
    this.goal = goal;
  }

  /**
   * Collects the offers of all rules. If more than keys is needed, the best plan that returns keys
   * only is offered too, with a load of the records on top.
   */
  final void run(Group group) {
    if (!goal.needs().equals(Needs.onlyKey())) {
      best(group, goal.withNeeds(Needs.onlyKey()))
          .filter(plan -> !plan.delivered().has(goal.needs()))
          .ifPresent(plan -> offer(new Fetch(plan)));
    }
    for (LogicalExpression expression : group.expressions()) {
      for (ImplementationRule rule : scope.rules()) {
        rule.implement(expression, group, goal, this);
      }
    }
  }

  final Goal goal() {
    return goal;
  }

  @Override
  public final BoundMetaData metaData() {
    return scope.metaData();
  }

  @Override
  public final Cardinalities cardinalities() {
    return scope.cardinalities();
  }

  @Override
  public final Conditions conditions(List<QueryPredicate> conditions) {
    return new Conditions(conditions, scope.metaData(), scope.types());
  }

  @Override
  public final MergeKey mergeKey(OrderSpec order, Group group) {
    return new MergeKey(order, scope.metaData(), group.set().types());
  }
}
