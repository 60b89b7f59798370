package dev.tenure.record.plan.rule;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.LogicalExpression.EachOf;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Each;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;

/**
 * Runs a plan for each value of a list. The values are taken one after another if rows are wanted
 * in the order of the list's column, or in any order. Otherwise the plans of all values run at the
 * same time, and their rows are merged.
 *
 * <pre>
 * for each of (3, 1, 2)  {a = $}, order a, b  →  for 1, 2, 3 in turn the best plan in the order b
 * for each of (3, 1, 2)  {a = $}, order b     →  the best plans in the order b, key, merged
 * </pre>
 */
final class TakeEach implements ImplementationRule {
  @Override
  public String name() {
    return "take-each";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof EachOf each) {
      inTurn(each, group, goal, search);
      for (OrderSpec order : KeyOrders.of(goal.order())) {
        merged(each, group, goal, order, search);
      }
    }
  }

  private static void inTurn(EachOf each, Group group, Goal goal, Implementation search) {
    KeyExpression column = OneColumn.columnOf(each.list());
    Optional<Each.Mode> mode = mode(column, goal.order());
    if (mode.isEmpty()) {
      return;
    }
    QueryPredicate equal = each.one();
    Needs needs = column.fansOut() ? goal.needs().and(Columns.needs(List.of(equal))) : goal.needs();
    Optional<Conditions> repeated =
        column.fansOut() ? Optional.of(search.conditions(List.of(equal))) : Optional.empty();
    OrderSpec order = goal.order().isNone() ? goal.order() : goal.order().behindFirst();
    int count = search.cardinalities().listSize(each.list());
    search
        .best(each.input(), goal.withOrder(order).withNeeds(needs))
        .ifPresent(
            plan ->
                search.offer(
                    new Each(
                        each.list(),
                        each.element(),
                        plan,
                        mode.get(),
                        Optional.empty(),
                        repeated,
                        inTurn(plan.estimate(), count, group.rows()))));
  }

  /** The order of values that gives the wanted order of rows. */
  private static Optional<Each.Mode> mode(KeyExpression column, OrderSpec order) {
    if (order.isNone()) {
      return Optional.of(Each.Mode.ASCENDING);
    }
    if (order.columns().isEmpty() || !order.columns().get(0).column().equals(column)) {
      return Optional.empty();
    }
    OrderColumn first = order.columns().get(0);
    return Optional.of(
        first.order() == KeyOrder.ASCENDING_NULLS_FIRST
                || first.order() == KeyOrder.ASCENDING_NULLS_LAST
            ? Each.Mode.ASCENDING
            : Each.Mode.DESCENDING);
  }

  /** The first row of the next value is read ahead, unless one value is expected to suffice. */
  private static Estimate inTurn(Estimate one, int count, double rows) {
    double first = one.withFirstRow().setup();
    double run = count * one.whole() - one.setup();
    return new Estimate(
        rows,
        one.setup(),
        run,
        share -> {
          double values = share * count;
          double before = Math.min(count - 1, Math.floor(values));
          double ahead = values > 1 && before < count - 1 ? first : 0;
          double cost = before * one.whole() + one.cost(values - before) + ahead;
          return run <= 0 ? share : (cost - one.setup()) / run;
        });
  }

  private static void merged(
      EachOf each, Group group, Goal goal, OrderSpec order, Implementation search) {
    int count = search.cardinalities().listSize(each.list());
    Goal inner = goal.withOrder(order).withNeeds(goal.needs().and(Columns.needs(order.columns())));
    search
        .best(each.input(), inner)
        .ifPresent(
            plan -> {
              Estimate one = plan.estimate().withFirstRow();
              search.offer(
                  new Each(
                      each.list(),
                      each.element(),
                      plan,
                      Each.Mode.MERGED,
                      Optional.of(search.mergeKey(order, group)),
                      Optional.empty(),
                      new Estimate(
                          group.rows(),
                          count * one.setup(),
                          count * (one.run() + one.rows() * Estimate.ROW),
                          one.first())));
            });
  }
}
