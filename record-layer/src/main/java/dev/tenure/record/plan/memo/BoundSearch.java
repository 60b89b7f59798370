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

/** The search for one goal of one group: asks each rule about each expression. */
abstract class BoundSearch implements Implementation {
  private final Scope scope;
  private final Goal goal;

  /**
   * What is the same for all searches of a query.
   *
   * @param types of the query, to which columns are bound
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

  /** Collects the offers of all rules, and of the plan of the key alone with a load on top. */
  final void run(Group group) {
    if (!goal.needs().equals(Needs.onlyKey())) {
      best(group, goal.withNeeds(Needs.onlyKey()))
          .filter(plan -> !plan.delivered().has(goal.needs()))
          .ifPresent(plan -> offer(new Fetch(plan, goal.isWhole() ? goal.limit() : 0)));
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
  public final MergeKey mergeKey(OrderSpec order) {
    return new MergeKey(order, scope.metaData(), scope.types());
  }
}
