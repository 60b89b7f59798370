package dev.tenure.record.plan.rank;

import dev.tenure.record.index.rank.RankCost;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.ScanOrder;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * Tests conditions on ranks. All other conditions are tested first, so that ranks are asked for
 * only for the records that are left.
 *
 * <pre>
 * filter by ranks rank(s) &lt;&gt; 3 and c = 1 of G
 *   →  filter by ranks rank(s) &lt;&gt; 3 over filter c = 1 over the best plan of G
 * filter by ranks a is null or rank(s) &lt;&gt; 3 of G, limit 5
 *   →  also over the best plan of G in the order a
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
    Goal whole = goal.withNeeds(Needs.wholeRecord());
    search.best(test.input(), whole).ifPresent(plan -> test(plan, test, group, goal, search));
    if (goal.order().isNone() && goal.isLimited()) {
      Stream.concat(
              FirstRanks.order(test, goal, search.cardinalities()).stream(), ordersOfSure(test))
          .distinct()
          .flatMap(order -> search.bestAtAnyCost(test.input(), whole.withOrder(order)).stream())
          .forEach(plan -> test(plan, test, group, goal, search));
    }
  }

  /** Orders in which the rows may come first for which no rank is asked. */
  private static Stream<OrderSpec> ordersOfSure(RankTest test) {
    return WithoutRanks.sure(ofRanks(test)).stream()
        .flatMap(
            sure ->
                Stream.concat(
                    ScanOrder.ofColumns(sure),
                    test.input().expressions().stream().flatMap(ScanOrder::ofFirstColumn)));
  }

  private static List<QueryPredicate> ofRanks(RankTest test) {
    return test.conditions().stream()
        .filter(each -> !RankColumn.in(List.of(each)).isEmpty())
        .toList();
  }

  private static void test(
      PlanNode plan, RankTest test, Group group, Goal goal, Implementation search) {
    List<QueryPredicate> ofRanks = ofRanks(test);
    List<QueryPredicate> others =
        test.conditions().stream().filter(each -> !ofRanks.contains(each)).toList();
    RecordSet asked = test.input().set();
    double left = rows(others, asked, search);
    PlanNode below = others.isEmpty() ? plan : new Filter(plan, search.conditions(others), left);
    double undecided = undecided(ofRanks, asked, search);
    double size =
        search.cardinalities().groupSize(asked, test.indexes().get(0).column().expression());
    DoubleUnaryOperator ofFirst =
        new FirstRanks(test, goal, search.cardinalities(), size).read(below, group.rows());
    double passing = group.rows() / Math.max(left, Double.MIN_NORMAL);
    SureRows ofSure =
        goal.isLimited() && ofFirst == Estimate.EVEN
            ? WithoutRanks.sure(ofRanks)
                .map(each -> new ScanOrder(each, asked, search.cardinalities()).pieces(below))
                .map(pieces -> SureRows.of(pieces, undecided, passing))
                .orElse(SureRows.EVEN)
            : new SureRows(ofFirst, Estimate.EVEN);
    Estimate all = below.estimate().plusOfEach(cost(test, search) * undecided, ofSure.asked());
    search.offer(
        new RankFilter(
            below,
            search.conditions(ofRanks),
            test.indexes(),
            search.conditions(WithoutRanks.possible(ofRanks)),
            WithoutRanks.sure(ofRanks).map(search::conditions),
            all.filtered(group.rows(), ofSure.read())));
  }

  /** The part of the records of a set for which ranks decide whether conditions are true. */
  private static double undecided(
      List<QueryPredicate> conditions, RecordSet set, Implementation search) {
    double possible = rows(WithoutRanks.possible(conditions), set, search);
    double sure = WithoutRanks.sure(conditions).map(each -> rows(each, set, search)).orElse(0.0);
    return Math.max(0, possible - sure) / rows(List.of(), set, search);
  }

  private static double rows(
      List<QueryPredicate> conditions, RecordSet set, Implementation search) {
    return search.cardinalities().rows(set.of(both(set.conjuncts(), conditions)));
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
