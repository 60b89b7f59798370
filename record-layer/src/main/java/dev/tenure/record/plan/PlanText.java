package dev.tenure.record.plan;

import dev.tenure.record.plan.node.PlanNode;
import java.util.function.Function;

/** Plans as text: an operator a line, what it reads below it, further in. */
final class PlanText {
  private PlanText() {}

  /** What the plan does: the same text for plans that do the same. */
  static String of(PlanNode plan) {
    return text(plan, each -> "");
  }

  /** What the plan does, and what it is expected to give and to cost. */
  static String withEstimates(PlanNode plan) {
    return text(plan, each -> "    (" + each.estimate() + ")");
  }

  private static String text(PlanNode plan, Function<PlanNode, String> remark) {
    StringBuilder text = new StringBuilder();
    append(plan, 0, remark, text);
    return text.toString();
  }

  private static void append(
      PlanNode plan, int depth, Function<PlanNode, String> remark, StringBuilder into) {
    into.append("  ".repeat(depth)).append(plan.text()).append(remark.apply(plan)).append('\n');
    plan.children().forEach(child -> append(child, depth + 1, remark, into));
  }
}
