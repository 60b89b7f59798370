package dev.tenure.record.plan.rule;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.ScanOrder;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tests conditions on each row of a plan. The plan must return the columns of the conditions.
 *
 * <pre>
 * filter c = 3 of G              →  filter c = 3 over the best plan of G that has c
 * filter b = 2 of G, order a, c  →  also over the best plan of G in the order a, b, c
 * </pre>
 */
final class TestConditions implements ImplementationRule {
  /**
   * Passing rows come late when a scan reads more than this many times as much as it would read if
   * they were spread evenly.
   */
  private static final double LATE = 1.2;

  @Override
  public String name() {
    return "test-conditions";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof LogicalExpression.Filtering filtering
        && filtering.conditions().stream().noneMatch(Columns::haveRank)) {
      Goal below = goal.withNeeds(goal.needs().and(Columns.needs(filtering.conditions())));
      Optional<Filter> first = filter(filtering, group, below, search);
      first.ifPresent(search::offer);
      if (below.isLimited() && below.order().isNone()) {
        first.ifPresent(each -> inOtherOrders(filtering, group, below, each, search));
      }
      orders(filtering, goal.order())
          .forEach(order -> test(filtering, group, below.withOrder(order), search));
    }
  }

  private static void test(
      LogicalExpression.Filtering filtering, Group group, Goal below, Implementation search) {
    filter(filtering, group, below, search).ifPresent(search::offer);
  }

  private static Optional<Filter> filter(
      LogicalExpression.Filtering filtering, Group group, Goal below, Implementation search) {
    boolean isNever = search.cardinalities().areNever(group.set().types(), filtering.conditions());
    double rows = isNever ? 0 : Math.max(group.rows(), Double.MIN_NORMAL);
    boolean isLimited = below.isLimited();
    // under a limit the rows that pass may be the first ones
    Optional<PlanNode> plan =
        isNever || isLimited
            ? search.bestAtAnyCost(filtering.input(), below)
            : search.best(filtering.input(), below);
    ScanOrder order = order(filtering, search);
    return plan.map(
        source ->
            new Filter(
                source,
                search.conditions(filtering.conditions()),
                rows,
                isLimited ? order.read(source) : Estimate.EVEN));
  }

  /**
   * Scans in other orders, in which the filter may pass its rows earlier: from the other end, in
   * the order of a column of the filter, and when it passes its rows late, along any access path.
   *
   * <pre>
   * filter a &gt; 3 over scan index (b), limit 1  →  filter a &gt; 3 over scan index (a) reverse
   * </pre>
   */
  private static void inOtherOrders(
      LogicalExpression.Filtering filtering,
      Group group,
      Goal below,
      Filter first,
      Implementation search) {
    ScanOrder order = order(filtering, search);
    double share = Math.min(1, below.share());
    boolean isLate = first.read().applyAsDouble(share) > LATE * share;
    Stream<OrderSpec> others =
        isLate
            ? filtering.input().expressions().stream().flatMap(ScanOrder::ofFirstColumn)
            : Stream.of();
    Stream.of(
            order.otherEnd(first.source()).stream(),
            ScanOrder.ofColumns(filtering.conditions()),
            others)
        .flatMap(each -> each)
        .distinct()
        .forEach(each -> test(filtering, group, below.withOrder(each), search));
  }

  private static ScanOrder order(LogicalExpression.Filtering filtering, Implementation search) {
    return new ScanOrder(filtering.conditions(), filtering.input().set(), search.cardinalities());
  }

  /** Other orders of the input that are the wanted one for rows of which the filter is true. */
  private static Stream<OrderSpec> orders(LogicalExpression.Filtering filtering, OrderSpec order) {
    List<KeyExpression> constants =
        order.columns().isEmpty()
            ? List.of()
            : filtering.conditions().stream().flatMap(TestConditions::constant).toList();
    return constants.isEmpty()
        ? Stream.of()
        : filtering.input().expressions().stream()
            .flatMap(
                each ->
                    each instanceof LogicalExpression.Access access
                        ? access.match().path().ordersFor(order, constants).stream()
                        : Stream.of())
            .distinct();
  }

  /** The column that a condition says to have one value, which may be null. */
  private static Stream<KeyExpression> constant(QueryPredicate condition) {
    boolean isOne =
        condition instanceof QueryPredicate.Comparison comparison
            ? comparison.operator() == QueryPredicate.Operator.EQUAL
            : condition instanceof QueryPredicate.NullCheck check && check.wantsNull();
    return isOne
        ? OneColumn.onlyColumn(condition).filter(column -> !column.fansOut()).stream()
        : Stream.of();
  }
}
