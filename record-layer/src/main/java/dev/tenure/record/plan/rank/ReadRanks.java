package dev.tenure.record.plan.rank;

import dev.tenure.record.index.rank.RankCost;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.ScanOrder;
import dev.tenure.record.plan.node.TypeFilter;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.OptionalDouble;

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
                              path, access.limits(), direction, estimate(access, group, search)),
                          path.types(),
                          group.set().types(),
                          search.metaData(),
                          group.rows(),
                          ScanOrder.readOfTypes(
                              path, direction, group.set(), search.cardinalities()))));
    }
  }

  /**
   * The estimate of a scan. Each end of the range costs one descent through the levels of the
   * group's ranked set. Nothing is read when no rank is in the range.
   */
  private static Estimate estimate(RankAccess access, Group group, Implementation search) {
    if (search.cardinalities().haveNoRank(access.limits().comparisons())) {
      return new Estimate(0, 0, 0);
    }
    AccessPath path = access.match().path();
    RecordSet set = group.set().ofTypes(path.types().stream().toList());
    double entries = search.cardinalities().rows(set);
    RankCost cost =
        RankCost.of(
            path.index().orElseThrow(),
            search.cardinalities().groupSize(set, access.limits().comparisons().get(0).column()));
    double found = Math.min(1, entries);
    double ends =
        access.limits().comparisons().stream()
            .mapToDouble(each -> ends(each, search.cardinalities(), cost))
            .sum();
    return new Estimate(entries, found * Estimate.REQUEST + ends, entries);
  }

  /** The ends of the ranks of which a comparison is true: an equality has two. */
  private static double ends(Comparison comparison, Cardinalities known, RankCost cost) {
    boolean isOne = comparison.operator() == Operator.EQUAL;
    OptionalDouble bound = known.rankOf(comparison);
    if (bound.isEmpty()) {
      return isOne ? 2 * cost.descent() : cost.descent();
    }
    double rank = bound.getAsDouble();
    return isOne ? cost.end(rank) + cost.end(rank + 1) : cost.end(rank);
  }
}
