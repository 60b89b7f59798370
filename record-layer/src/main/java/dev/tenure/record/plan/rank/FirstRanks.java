package dev.tenure.record.plan.rank;

import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.PathScan;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Estimates tests of ranks under a limit. In the order of the ranked index, the first ranks of each
 * group come first, so that {@code rank(s) < 3} and {@code rank(s) = 0} are true for the first
 * rows.
 *
 * @param size the number of ranks of a group
 */
record FirstRanks(RankTest test, Goal goal, Cardinalities known, double size) {

  /** The order in which the rows come first that a test lets pass; empty when no limit is set. */
  static Optional<OrderSpec> order(RankTest test, Goal goal, Cardinalities known) {
    return goal.isLimited() && isOfFirst(test, known)
        ? Optional.of(order(test.indexes().get(0).column()))
        : Optional.empty();
  }

  private static OrderSpec order(RankColumn rank) {
    return OrderSpec.by(
        rank.columns().stream()
            .map(rank.fromTop() ? OrderColumn::descending : OrderColumn::ascending)
            .toList());
  }

  private static boolean isOfFirst(RankTest test, Cardinalities known) {
    return test.indexes().size() == 1
        && test.conditions().stream()
            .filter(each -> !RankColumn.in(List.of(each)).isEmpty())
            .anyMatch(each -> isUpperBound(each) || known.isOfFirstRank(each));
  }

  private static boolean isUpperBound(QueryPredicate condition) {
    return condition instanceof Comparison comparison
        && (comparison.operator() == Operator.LESS
            || comparison.operator() == Operator.LESS_OR_EQUAL);
  }

  /**
   * Which part of the rows is tested until a part of those that pass is found.
   *
   * @param below the plan whose rows are tested
   * @param passing the number of rows that pass
   */
  DoubleUnaryOperator read(PlanNode below, double passing) {
    if (!goal.isLimited() || !isOfFirst(test, known) || !isInOrder(below)) {
      return Estimate.EVEN;
    }
    double rows = Math.max(1, below.estimate().rows());
    double ofGroup = Math.max(1, size * passing / rows);
    return share -> {
      double wanted = share * passing;
      double groupsBefore = Math.max(0, Math.ceil(wanted / ofGroup) - 1);
      return Math.min(share, (groupsBefore * size + wanted - groupsBefore * ofGroup) / rows);
    };
  }

  private boolean isInOrder(PlanNode plan) {
    PlanNode below = plan;
    while (below instanceof Filter || below instanceof Fetch) {
      below = below.children().get(0);
    }
    RankTest.Asked asked = test.indexes().get(0);
    return below instanceof PathScan scan
        && scan.path().index().filter(asked.index()::equals).isPresent()
        && (scan.direction() == AccessPath.Direction.REVERSE) == asked.column().fromTop();
  }
}
