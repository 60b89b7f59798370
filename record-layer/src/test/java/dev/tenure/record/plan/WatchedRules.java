package dev.tenure.record.plan;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPaths;
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

/**
 * Counts how often rules are asked, and notes the texts of what one of them adds to groups or
 * offers as operators.
 */
final class WatchedRules {
  private final String noted;
  private final List<String> given = new ArrayList<>();
  private int asked;

  /**
   * Of which the one of a name is noted.
   *
   * @param noted no rule's name for none
   */
  WatchedRules(String noted) {
    this.noted = noted;
  }

  /** The built-in rules, watched. */
  PlannerRules rules() {
    return new PlannerRules(
        PlannerRules.builtIn().exploring().stream().<ExplorationRule>map(Exploring::new).toList(),
        PlannerRules.builtIn().implementing().stream()
            .<ImplementationRule>map(Implementing::new)
            .toList());
  }

  List<String> given() {
    return List.copyOf(given);
  }

  int asked() {
    return asked;
  }

  private final class Exploring implements ExplorationRule {
    private final ExplorationRule rule;

    Exploring(ExplorationRule rule) {
      this.rule = rule;
    }

    @Override
    public String name() {
      return rule.name();
    }

    @Override
    public void explore(LogicalExpression expression, Group group, Exploration memo) {
      asked++;
      rule.explore(expression, group, name().equals(noted) ? new Noted(memo) : memo);
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
    public AccessPaths accessPaths() {
      return memo.accessPaths();
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
      return rule.name();
    }

    @Override
    public void implement(
        LogicalExpression expression, Group group, Goal goal, Implementation search) {
      asked++;
      rule.implement(expression, group, goal, name().equals(noted) ? new Offered(search) : search);
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
    public Optional<PlanNode> bestAtAnyCost(Group group, Goal goal) {
      return search.bestAtAnyCost(group, goal);
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
    public MergeKey mergeKey(OrderSpec order, Group group) {
      return search.mergeKey(order, group);
    }
  }
}
