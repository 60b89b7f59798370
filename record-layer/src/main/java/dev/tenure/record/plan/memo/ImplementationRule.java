package dev.tenure.record.plan.memo;

/** Makes operators that implement an expression and reach a goal. Stateless. */
public interface ImplementationRule {

  /** The name by which the rule is switched off. */
  String name();

  /**
   * Offers plans of an expression in the order of a goal. Called for each expression of a group and
   * each goal that is searched for it.
   */
  void implement(LogicalExpression expression, Group group, Goal goal, Implementation search);
}
