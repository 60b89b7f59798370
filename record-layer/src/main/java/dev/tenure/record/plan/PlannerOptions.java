package dev.tenure.record.plan;

import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.memo.PlanningLimits;
import dev.tenure.record.plan.rule.PlannerRules;

/**
 * Options of a planner. Immutable: each method returns other options.
 *
 * @param rules the rules that the planner applies; fewer rules make fewer plans possible
 * @param statistics the sizes of the store, from which costs are estimated
 * @param limits the effort of planning beyond which a query is refused
 * @param topRowsMax the greatest limit of a query for which a plan may sort rows in memory; 0 for
 *     never
 * @param keyOrder whether rows that are equal in the query's order are in the order of extents and
 *     then primary keys; so are all rows of a query without an order
 */
public record PlannerOptions(
    PlannerRules rules,
    Statistics statistics,
    PlanningLimits limits,
    int topRowsMax,
    boolean keyOrder) {
  /**
   * The greatest value of {@code topRowsMax}. The keys of the rows must fit into a continuation.
   */
  public static final int TOP_ROWS_LIMIT = 1_000;

  private static final int TOP_ROWS = 200;
  private static final PlannerOptions DEFAULTS =
      new PlannerOptions(
          PlannerRules.builtIn(), Statistics.unknown(), PlanningLimits.defaults(), TOP_ROWS, false);

  public PlannerOptions {
    if (topRowsMax < 0 || topRowsMax > TOP_ROWS_LIMIT) {
      throw new IllegalArgumentException(
          "topRowsMax is " + topRowsMax + ", expected 0 to " + TOP_ROWS_LIMIT);
    }
  }

  /** Options with all built-in rules, without statistics, that sort at most 200 rows in memory. */
  public static PlannerOptions defaults() {
    return DEFAULTS;
  }

  public PlannerOptions withRules(PlannerRules newRules) {
    return new PlannerOptions(newRules, statistics, limits, topRowsMax, keyOrder);
  }

  public PlannerOptions withStatistics(Statistics newStatistics) {
    return new PlannerOptions(rules, newStatistics, limits, topRowsMax, keyOrder);
  }

  public PlannerOptions withLimits(PlanningLimits newLimits) {
    return new PlannerOptions(rules, statistics, newLimits, topRowsMax, keyOrder);
  }

  public PlannerOptions withTopRowsMax(int rows) {
    return new PlannerOptions(rules, statistics, limits, rows, keyOrder);
  }

  public PlannerOptions withKeyOrder(boolean newKeyOrder) {
    return new PlannerOptions(rules, statistics, limits, topRowsMax, newKeyOrder);
  }
}
