package dev.tenure.record.plan.rule;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.TypeFilter;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
      test(filtering, group, below, search);
      inOrderOfFilter(filtering, group, below, search);
      orders(filtering, goal.order())
          .forEach(order -> test(filtering, group, below.withOrder(order), search));
    }
  }

  private static void test(
      LogicalExpression.Filtering filtering, Group group, Goal below, Implementation search) {
    boolean isNever = search.cardinalities().areNever(group.set().types(), filtering.conditions());
    double rows = isNever ? 0 : Math.max(group.rows(), Double.MIN_NORMAL);
    Function<PlanNode, Filter> over =
        source ->
            new Filter(
                source,
                search.conditions(filtering.conditions()),
                rows,
                below.share(),
                read(filtering, source, below.share(), search));
    // under a limit the rows that pass may be the first ones
    Optional<PlanNode> plan =
        isNever || below.share() < 1
            ? search.bestAtAnyCost(filtering.input(), below)
            : search.best(filtering.input(), below);
    plan.map(over)
        .map(
            filter ->
                isOfWrongPart(filter, below)
                    ? search
                        .bestAtAnyCost(filtering.input(), below.ofPart(filter.read()))
                        .map(over)
                        .orElse(filter)
                    : filter)
        .ifPresent(search::offer);
  }

  /**
   * Whether the input of a filter is planned for another part than the filter reads. A filter below
   * passes its first rows earlier or later, depending on how many of them are read.
   */
  private static boolean isOfWrongPart(Filter filter, Goal below) {
    return !below.isPart() && filter.read() != filter.share() && filtersBelow(filter.source());
  }

  private static boolean filtersBelow(PlanNode plan) {
    return plan instanceof Filter
        || plan instanceof TypeFilter
        || (plan instanceof Fetch && filtersBelow(plan.children().get(0)));
  }

  /**
   * Scans in the order of a column of the filter, in which the filter may pass its rows earlier.
   *
   * <pre>
   * filter a &gt; 3 over scan index (b), limit 1  →  filter a &gt; 3 over scan index (a) reverse
   * </pre>
   */
  private static void inOrderOfFilter(
      LogicalExpression.Filtering filtering, Group group, Goal below, Implementation search) {
    if (below.share() < 1 && below.order().isNone()) {
      Stream<OrderColumn> otherEnd =
          search
              .bestAtAnyCost(filtering.input(), below)
              .flatMap(plan -> ScanOrder.of(plan, filtering.conditions(), search.cardinalities()))
              .map(ScanOrder::column)
              .map(order -> new OrderColumn(order.column(), order.order().reversed()))
              .stream();
      Stream<OrderColumn> bothEnds =
          filtering.conditions().stream()
              .flatMap(each -> PredicateColumns.of(each).stream())
              .filter(each -> !each.fansOut())
              .flatMap(
                  each -> Stream.of(OrderColumn.ascending(each), OrderColumn.descending(each)));
      Stream.concat(otherEnd, bothEnds)
          .distinct()
          .map(order -> below.withOrder(OrderSpec.by(List.of(order))))
          .forEach(goal -> test(filtering, group, goal, search));
    }
  }

  /** The part of a plan's rows that is read until the wanted part of those that pass is found. */
  private static double read(
      LogicalExpression.Filtering filtering, PlanNode plan, double share, Implementation search) {
    return share >= 1
        ? 1
        : ScanOrder.of(plan, filtering.conditions(), search.cardinalities())
            .map(order -> order.read(filtering, share, search.cardinalities()))
            .orElse(share);
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
