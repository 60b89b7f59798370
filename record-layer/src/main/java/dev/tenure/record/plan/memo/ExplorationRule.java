package dev.tenure.record.plan.memo;

/**
 * Finds other ways to the records of a group: before → after is in the document of each rule.
 * Stateless. A rule that finds nothing does nothing.
 */
public interface ExplorationRule {

  /** By which the rule is switched off. */
  String name();

  /** Adds to the group what the expression is equal to. */
  void explore(LogicalExpression expression, Group group, Exploration memo);
}
