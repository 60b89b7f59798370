package dev.tenure.record.plan;

import dev.tenure.record.plan.node.OperatorCounts;
import dev.tenure.record.plan.node.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Prints what each operator of a plan was expected to do beside what it has done, a line for each
 * operator. Rows and costs are those of the operator with all operators below it. Requests, keys
 * and bytes are those of the operator alone. If an operator was opened several times, its expected
 * numbers are multiplied by that.
 */
final class CountTable {
  private static final int OPERATOR_LENGTH_MAX = 200;
  private static final List<String> HEADING =
      List.of(
          "rows",
          "expected",
          "cost",
          "expected",
          "requests",
          "keys",
          "bytes",
          "opened",
          "operator");

  private final List<List<String>> lines = new ArrayList<>();
  private final UnaryOperator<String> text;

  private CountTable(UnaryOperator<String> text) {
    this.text = text;
    lines.add(HEADING);
  }

  /**
   * Prints the table of a plan.
   *
   * @param counts the counts of an execution of the plan
   * @param text removes from an operator's text what must not be shown, such as values
   */
  static String of(PlanNode plan, OperatorCounts counts, UnaryOperator<String> text) {
    CountTable table = new CountTable(text);
    table.add(plan, counts.below(plan), 0);
    return table.text();
  }

  private void add(PlanNode plan, OperatorCounts counts, int depth) {
    OperatorCounts.Reads own = counts.own();
    OperatorCounts.Reads whole = counts.whole();
    double times = Math.max(1, counts.opened());
    String operator = text.apply(plan.text());
    lines.add(
        List.of(
            number((double) counts.rows()),
            number(plan.estimate().rows() * times),
            number((double) (whole.requests() + whole.keys())),
            number(plan.estimate().whole() * times),
            number((double) own.requests()),
            number((double) own.keys()),
            number((double) own.bytes()),
            number((double) counts.opened()),
            "  ".repeat(depth)
                + (operator.length() <= OPERATOR_LENGTH_MAX
                    ? operator
                    : operator.substring(0, OPERATOR_LENGTH_MAX) + "…")));
    plan.children().forEach(child -> add(child, counts.below(child), depth + 1));
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private String text() {
    int last = HEADING.size() - 1;
    int[] widths = new int[last];
    for (List<String> line : lines) {
      for (int i = 0; i < last; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder table = new StringBuilder();
    for (List<String> line : lines) {
      for (int i = 0; i < last; i++) {
        table.append(" ".repeat(widths[i] - line.get(i).length())).append(line.get(i)).append("  ");
      }
      table.append(line.get(last)).append('\n');
    }
    return table.toString();
  }
}
