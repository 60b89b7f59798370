package dev.tenure.record.plan.memo;

/**
 * Finds other ways to the records of a group. The documentation of each rule shows an expression
 * before the rule, and the expressions that it adds. A rule that does not apply does nothing.
 * Stateless.
 */
public interface ExplorationRule {

  /** The name by which the rule is switched off. */
  String name();

  /**
   * Adds expressions to the group that give the same records as an expression. Called once for each
   * expression of each group, also of those that rules add.
   */
  void explore(LogicalExpression expression, Group group, Exploration memo);
}
