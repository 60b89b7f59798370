package dev.tenure.record.plan.memo;

/**
 * The limits of planning one query. A query beyond them is refused with QUERY_TOO_COMPLEX.
 *
 * @param groupsMax the most groups of the memo
 * @param expressionsMax the most expressions in all groups
 * @param branchesMax the most branches of an {@code or}
 */
public record PlanningLimits(int groupsMax, int expressionsMax, int branchesMax) {
  private static final PlanningLimits DEFAULTS = new PlanningLimits(2_000, 10_000, 200);

  public PlanningLimits {
    if (groupsMax < 1 || expressionsMax < 1 || branchesMax < 1) {
      throw new IllegalArgumentException(
          "planning limits are "
              + groupsMax
              + " groups, "
              + expressionsMax
              + " expressions, "
              + branchesMax
              + " branches: the least of each is 1");
    }
  }

  /** Limits of 2,000 groups, 10,000 expressions and 200 branches. */
  public static PlanningLimits defaults() {
    return DEFAULTS;
  }
}
