package dev.tenure.record.plan;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.MergeKey;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.rule.PlannerRules;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Notes the texts of what one rule adds to groups, or offers as operators. */
final class WatchedRule {
  private final String name;
  private final List<String> given = new ArrayList<>();

  WatchedRule(String name) {
    this.name = name;
  }

  /** All rules, of which the one of the name is watched. */
  PlannerRules among(PlannerRules rules) {
    return new PlannerRules(
        rules.exploring().stream()
            .map(rule -> rule.name().equals(name) ? new Exploring(rule) : rule)
            .toList(),
        rules.implementing().stream()
            .map(rule -> rule.name().equals(name) ? new Implementing(rule) : rule)
            .toList());
  }

  List<String> given() {
    return List.copyOf(given);
  }

  private final class Exploring implements ExplorationRule {
    private final ExplorationRule rule;

    Exploring(ExplorationRule rule) {
      this.rule = rule;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void explore(LogicalExpression expression, Group group, Exploration memo) {
      rule.explore(expression, group, new Noted(memo));
    }
  }

  private final class Noted implements Exploration {
    private final Exploration memo;

    Noted(Exploration memo) {
      this.memo = memo;
    }

    @Override
    public Group group(RecordSet set) {
      return memo.group(set);
    }

    @Override
    public void add(Group group, LogicalExpression expression) {
      given.add(expression.text());
      memo.add(group, expression);
    }

    @Override
    public List<PathMatch> paths(Group group) {
      return memo.paths(group);
    }

    @Override
    public BoundMetaData metaData() {
      return memo.metaData();
    }

    @Override
    public List<BoundIndex> indexes() {
      return memo.indexes();
    }

    @Override
    public void requireBranches(int branches, Object condition) {
      memo.requireBranches(branches, condition);
    }
  }

  private final class Implementing implements ImplementationRule {
    private final ImplementationRule rule;

    Implementing(ImplementationRule rule) {
      this.rule = rule;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void implement(
        LogicalExpression expression, Group group, Goal goal, Implementation search) {
      rule.implement(expression, group, goal, new Offered(search));
    }
  }

  private final class Offered implements Implementation {
    private final Implementation search;

    Offered(Implementation search) {
      this.search = search;
    }

    @Override
    public Optional<PlanNode> best(Group group, Goal goal) {
      return search.best(group, goal);
    }

    @Override
    public void offer(PlanNode plan) {
      given.add(plan.text());
      search.offer(plan);
    }

    @Override
    public BoundMetaData metaData() {
      return search.metaData();
    }

    @Override
    public Cardinalities cardinalities() {
      return search.cardinalities();
    }

    @Override
    public Conditions conditions(List<QueryPredicate> conditions) {
      return search.conditions(conditions);
    }

    @Override
    public MergeKey mergeKey(OrderSpec order) {
      return search.mergeKey(order);
    }
  }
}
