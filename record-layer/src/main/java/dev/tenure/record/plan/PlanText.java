package dev.tenure.record.plan;

import dev.tenure.record.plan.node.PlanNode;
import java.util.function.Function;

/** Prints a plan, one line for each operator. The inputs of an operator follow it, indented. */
final class PlanText {
  private PlanText() {}

  /** Prints the operators of a plan. Plans that do the same have the same text. */
  static String of(PlanNode plan) {
    return text(plan, each -> "");
  }

  /** Prints the operators of a plan with their expected rows and costs. */
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
