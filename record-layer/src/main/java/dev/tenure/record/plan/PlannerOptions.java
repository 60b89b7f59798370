package dev.tenure.record.plan;

import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.memo.PlanningLimits;
import dev.tenure.record.plan.rule.PlannerRules;

/**
 * How plans are made. Immutable: each method gives others.
 *
 * @param rules that are applied
 * @param statistics for the costs
 * @param limits beyond which a query is refused
 * @param topRowsMax the greatest limit of rows for which rows may be held to order them, 0 for
 *     never
 * @param keyOrder whether rows that are equal in all columns of the query's order, or those of a
 *     query without one, come in the order of primary keys: extents first
 */
public record PlannerOptions(
    PlannerRules rules,
    Statistics statistics,
    PlanningLimits limits,
    int topRowsMax,
    boolean keyOrder) {
  /** The most rows that may ever be held: their keys must fit in a continuation. */
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

  /** All built-in rules, no statistics, 200 rows held at most. */
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
