package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.OfElements;
import dev.tenure.record.query.QueryPredicate.Quantifier;

/**
 * Answers {@code in} for each value of the list. One plan is made, with a parameter that takes each
 * value in turn.
 *
 * <pre>
 * select {a in (1, 2, 3) and b = 4}
 *   →  for each of (1, 2, 3)  {a = $ and b = 4}
 * select {anyOf(l, a in (1, 2) and b = 4)}
 *   →  for each of (1, 2)  {anyOf(l, a = $ and b = 4)}
 * </pre>
 */
final class SplitIn implements ExplorationRule {
  @Override
  public String name() {
    return "split-in";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (!(expression instanceof LogicalExpression.Selection) || Splits.apart(group, memo)) {
      return;
    }
    for (QueryPredicate condition : group.set().conjuncts()) {
      if (OneColumn.isList(condition)) {
        String element = parameterOf(condition, condition, group);
        add(condition, condition, element, OneColumn.equal(condition, element), group, memo);
      } else if (condition instanceof OfElements of && of.quantifier() == Quantifier.ANY) {
        exploreElements(of, group, memo);
      }
    }
  }

  /** Applies the rule to lists in a condition on one element. */
  private static void exploreElements(OfElements of, Group group, Exploration memo) {
    for (QueryPredicate part : of.element().parts()) {
      if (of.element() instanceof QueryPredicate.And && OneColumn.isList(part)) {
        QueryPredicate list = Elements.ofRecord(of.repeated(), part).orElseThrow();
        String element = parameterOf(list, of, group);
        add(
            of,
            list,
            element,
            ElementParts.with(of, part, OneColumn.equal(part, element)),
            group,
            memo);
      }
    }
  }

  /**
   * The name of the parameter that takes each value of a list. The same list may be split more than
   * once.
   */
  private static String parameterOf(QueryPredicate list, QueryPredicate whole, Group group) {
    String name = OneColumn.parameterOf(list);
    boolean isTaken =
        group.set().conjuncts().stream().anyMatch(each -> each.toString().contains(name));
    return isTaken ? OneColumn.parameterOf(whole + " " + list) : name;
  }

  private static void add(
      QueryPredicate condition,
      QueryPredicate list,
      String element,
      QueryPredicate one,
      Group group,
      Exploration memo) {
    Group input = memo.group(group.set().replacing(condition, Conjuncts.of(one)));
    memo.add(group, new LogicalExpression.EachOf(list, element, one, input));
  }
}
