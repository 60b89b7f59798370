package dev.tenure.record.plan.memo;

/**
 * How much a planner looks at for one query, before it refuses the query with QUERY_TOO_COMPLEX.
 *
 * @param groupsMax how many sets of records
 * @param expressionsMax how many ways to them
 * @param branchesMax how many branches an {@code or} may have
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

  /** 2,000 groups, 10,000 expressions, 200 branches. */
  public static PlanningLimits defaults() {
    return DEFAULTS;
  }
}
