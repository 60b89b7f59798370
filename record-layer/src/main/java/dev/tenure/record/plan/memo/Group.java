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
 * All known ways to one set of records, and the best plan for each goal that was asked for. A group
 * belongs to one memo.
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
   * The result of the search for a goal.
   *
   * @param plan the best plan; empty when no plan costs less than the limit
   * @param limit the cost below which a plan was looked for
   */
  record Winner(Optional<PlanNode> plan, double limit) {}

  Group(String name, RecordSet set, double rows) {
    this.name = name;
    this.set = set;
    this.rows = rows;
  }

  /** A short name, for the texts of expressions that use the group. */
  public String name() {
    return name;
  }

  /** The set of records that each expression of the group gives. */
  public RecordSet set() {
    return set;
  }

  /**
   * The expected number of records. Conditions that the query does not have are estimated as if
   * their values were not known.
   */
  public double rows() {
    return rows;
  }

  /** Adds an expression. Returns false when the group already has it. */
  boolean add(LogicalExpression expression) {
    if (!texts.add(expression.text())) {
      return false;
    }
    expressions.add(expression);
    return true;
  }

  /** The expressions that were found up to now, in the order in which they were found. */
  public List<LogicalExpression> expressions() {
    return List.copyOf(expressions);
  }

  int expressionCount() {
    return expressions.size();
  }

  LogicalExpression expression(int number) {
    return expressions.get(number);
  }

  /** The result of an earlier search for a goal; null when there was none. */
  @Nullable Winner winner(Goal goal) {
    return winners.get(goal);
  }

  /** Notes that the search for a goal begins. Returns false when it has already begun. */
  boolean begin(Goal goal) {
    return sought.add(goal);
  }

  /** Notes the result of the search for a goal. */
  void end(Goal goal, Winner found) {
    sought.remove(goal);
    winners.put(goal, found);
  }

  @Override
  public String toString() {
    return name + " " + set;
  }
}
