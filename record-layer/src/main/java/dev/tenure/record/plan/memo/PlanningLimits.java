package dev.tenure.record.plan.memo;

import dev.tenure.record.error.RecordLayerException;

/**
 * The limits of planning one query. A query beyond them is refused with QUERY_TOO_COMPLEX.
 *
 * @param groupsMax the most groups, which are sets of records
 * @param expressionsMax the most expressions, which are ways to these sets
 * @param branchesMax the most branches of an {@code or}
 * @param stepsMax the most steps of the search; a step examines one expression for one goal
 */
public record PlanningLimits(int groupsMax, int expressionsMax, int branchesMax, int stepsMax) {
  private static final PlanningLimits DEFAULTS = new PlanningLimits(2_000, 10_000, 200, 100_000);

  public PlanningLimits {
    if (Math.min(Math.min(groupsMax, expressionsMax), Math.min(branchesMax, stepsMax)) < 1) {
      throw new IllegalArgumentException(
          "planning limits are "
              + groupsMax
              + " groups, "
              + expressionsMax
              + " expressions, "
              + branchesMax
              + " branches, "
              + stepsMax
              + " steps: the least of each is 1");
    }
  }

  /** 2,000 groups, 10,000 expressions, 200 branches, 100,000 steps. */
  public static PlanningLimits defaults() {
    return DEFAULTS;
  }

  static void require(String what, int found, int limit) {
    if (found > limit) {
      throw new RecordLayerException(
          RecordLayerException.Code.QUERY_TOO_COMPLEX,
          "planning of a query comes to " + found + " " + what + ", the limit is " + limit);
    }
  }
}
