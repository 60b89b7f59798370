package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.node.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All ways that are known to one set of records, and the best plan for each goal asked for. Belongs
 * to one memo.
 */
public final class Group {
  private final String name;
  private final RecordSet set;
  private final double rows;
  private final List<LogicalExpression> expressions = new ArrayList<>();
  private final Set<String> texts = new HashSet<>();
  private final Map<Goal, Winner> winners = new HashMap<>();
  private final Set<Goal> sought = new HashSet<>();

  /**
   * What is known of a goal.
   *
   * @param plan the best plan; empty when there is none below the limit
   * @param limit below which cost a plan was looked for
   */
  record Winner(Optional<PlanNode> plan, double limit) {}

  Group(String name, RecordSet set, double rows) {
    this.name = name;
    this.set = set;
    this.rows = rows;
  }

  /** Short, for texts of other expressions. */
  public String name() {
    return name;
  }

  /** The records that each expression of the group gives. */
  public RecordSet set() {
    return set;
  }

  /** How many records are expected. */
  public double rows() {
    return rows;
  }

  /** Adds an expression; false when the group has it. */
  boolean add(LogicalExpression expression) {
    if (!texts.add(expression.text())) {
      return false;
    }
    expressions.add(expression);
    return true;
  }

  /** The expressions known up to now, in the order in which they were found. */
  public List<LogicalExpression> expressions() {
    return List.copyOf(expressions);
  }

  int expressionCount() {
    return expressions.size();
  }

  LogicalExpression expression(int number) {
    return expressions.get(number);
  }

  /** What is known of a goal; null when nothing is. */
  @Nullable Winner winner(Goal goal) {
    return winners.get(goal);
  }

  /** Notes that a goal is looked for; false when it is already. */
  boolean begin(Goal goal) {
    return sought.add(goal);
  }

  /** Notes what was found for a goal. */
  void end(Goal goal, Winner found) {
    sought.remove(goal);
    winners.put(goal, found);
  }

  @Override
  public String toString() {
    return name + " " + set;
  }
}
