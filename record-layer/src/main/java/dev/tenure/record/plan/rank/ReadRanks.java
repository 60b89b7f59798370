package dev.tenure.record.plan.rank;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.rank.RankScan;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.node.TypeFilter;

/**
 * Scans a range of ranks, in the order of scores.
 *
 * <pre>
 * read index (a, s) [= 1] rank &lt; 10, order s desc  →  scan index [= 1] rank &lt; 10 reverse
 * </pre>
 */
public final class ReadRanks implements ImplementationRule {
  @Override
  public String name() {
    return "read-ranks";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof RankAccess access) {
      AccessPath path = access.match().path();
      path.directionFor(goal.order())
          .ifPresent(
              direction ->
                  search.offer(
                      TypeFilter.of(
                          new RankRange(
                              path, access.limits(), direction, estimate(path, group, search)),
                          path.types(),
                          group.set().types(),
                          search.metaData(),
                          group.rows())));
    }
  }

  private static Estimate estimate(AccessPath path, Group group, Implementation search) {
    double entries =
        search.cardinalities().rows(group.set().ofTypes(path.types().stream().toList()));
    return new Estimate(entries, Estimate.REQUEST + toStart(path.index().orElseThrow()), entries);
  }

  /** What it costs to find both ends of a range of ranks. */
  static double toStart(BoundIndex index) {
    return index.maintainer().candidates().stream()
        .filter(each -> each.scan().equals(RankScan.BY_RANK))
        .mapToDouble(each -> each.cost().toStart())
        .findFirst()
        .orElse(IndexCandidate.Cost.RANGE.toStart());
  }
}
