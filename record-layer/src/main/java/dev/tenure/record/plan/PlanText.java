package dev.tenure.record.plan;

import dev.tenure.record.plan.node.PlanNode;

/** Plans as text: an operator a line, what it reads below it, further in. */
final class PlanText {
  private PlanText() {}

  /** What the plan does: the same text for plans that do the same. */
  static String of(PlanNode plan) {
    StringBuilder text = new StringBuilder();
    append(plan, 0, false, text);
    return text.toString();
  }

  /** What the plan does, and what it is expected to give and to cost. */
  static String withEstimates(PlanNode plan) {
    StringBuilder text = new StringBuilder();
    append(plan, 0, true, text);
    return text.toString();
  }

  private static void append(PlanNode plan, int depth, boolean estimates, StringBuilder into) {
    into.append("  ".repeat(depth)).append(plan.text());
    if (estimates) {
      into.append("    (").append(plan.estimate()).append(')');
    }
    into.append('\n');
    plan.children().forEach(child -> append(child, depth + 1, estimates, into));
  }
}
