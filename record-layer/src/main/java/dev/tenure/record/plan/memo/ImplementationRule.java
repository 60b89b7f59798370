package dev.tenure.record.plan.memo;

/** Makes operators of an expression, so that they deliver what a goal wants. Stateless. */
public interface ImplementationRule {

  /** By which the rule is switched off. */
  String name();

  /** Offers plans of the expression that reach the goal. */
  void implement(LogicalExpression expression, Group group, Goal goal, Implementation search);
}
