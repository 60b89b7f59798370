package dev.tenure.record.plan.rank;

import dev.tenure.record.index.rank.RankCost;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tests conditions on ranks. All other conditions are tested first, so that ranks are asked for
 * only for the records that are left.
 *
 * <pre>
 * filter by ranks rank(s) &lt;&gt; 3 and c = 1 of G
 *   →  filter by ranks rank(s) &lt;&gt; 3 over filter c = 1 over the best plan of G
 * </pre>
 */
public final class TestRanks implements ImplementationRule {
  @Override
  public String name() {
    return "test-ranks";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (!(expression instanceof RankTest test)) {
      return;
    }
    List<QueryPredicate> ofRanks =
        test.conditions().stream().filter(each -> !RankColumn.in(List.of(each)).isEmpty()).toList();
    List<QueryPredicate> others =
        test.conditions().stream().filter(each -> !ofRanks.contains(each)).toList();
    search
        .best(test.input(), goal.withNeeds(Needs.wholeRecord()))
        .ifPresent(
            plan -> {
              RecordSet asked = test.input().set();
              double left = search.cardinalities().rows(asked.of(both(asked.conjuncts(), others)));
              PlanNode below =
                  others.isEmpty() ? plan : new Filter(plan, search.conditions(others), left);
              search.offer(
                  new RankFilter(
                      below,
                      search.conditions(ofRanks),
                      test.indexes(),
                      below.estimate().plusOfEach(cost(test, search)).filtered(group.rows())));
            });
  }

  private static List<QueryPredicate> both(
      List<QueryPredicate> conditions, List<QueryPredicate> others) {
    return Stream.concat(conditions.stream(), others.stream()).toList();
  }

  /** The cost of asking for the ranks of one record, each in the record's group. */
  private static double cost(RankTest test, Implementation search) {
    double cost = 0;
    for (RankTest.Asked each : test.indexes()) {
      double size =
          search.cardinalities().groupSize(test.input().set(), each.column().expression());
      cost += RankCost.of(each.index(), size).rank(each.column().fromTop());
    }
    return cost;
  }
}
