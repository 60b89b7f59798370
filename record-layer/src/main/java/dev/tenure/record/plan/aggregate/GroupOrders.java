package dev.tenure.record.plan.aggregate;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.aggregate.FoldGroups.Placed;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.KeyPart;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The orders of rows that a plan for groups can use. In such an order the rows of a group follow
 * one another, groups are in the query's order, and equal values of a column under {@code
 * countDistinct} follow one another within a group. Immutable.
 *
 * @param varying the columns of groups that conditions do not fix to one value
 * @param wanted the query's order, of those columns
 * @param distinct the column under {@code countDistinct}, unless it has one value in a group
 */
record GroupOrders(
    List<KeyExpression> varying, List<Placed> wanted, Optional<KeyExpression> distinct) {

  /** Whether conditions fix a column to one value. */
  static boolean isConstant(KeyExpression column, List<QueryPredicate> conditions) {
    return !column.fansOut() && conditions.stream().anyMatch(each -> binds(each, column));
  }

  private static boolean binds(QueryPredicate condition, KeyExpression column) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return comparison.operator() == Operator.EQUAL
          && !(comparison.operand() instanceof Operand.Column)
          && comparison.column().equals(column);
    }
    return condition instanceof QueryPredicate.NullCheck check
        && check.wantsNull()
        && check.column().equals(column);
  }

  /** The query's order, followed by all other columns in ascending order. */
  List<Placed> asked() {
    List<Placed> order = new ArrayList<>(wanted);
    List<KeyExpression> rest = new ArrayList<>(varying);
    distinct.ifPresent(rest::add);
    rest.stream()
        .filter(column -> wanted.stream().noneMatch(each -> each.column().equals(column)))
        .forEach(column -> order.add(new Placed(column, KeyOrder.ASCENDING_NULLS_FIRST)));
    return order;
  }

  /**
   * The order in which a scan of a path returns groups; empty when the rows of a group do not
   * follow one another.
   */
  Optional<List<Placed>> of(AccessPath path, boolean reverse) {
    List<Placed> order = new ArrayList<>();
    List<KeyExpression> open = new ArrayList<>(varying);
    Optional<KeyExpression> last = distinct;
    for (int i = path.bounds().equalities().size(); i < path.slots().size(); i++) {
      if (open.isEmpty() && last.isPresent()) {
        open.add(last.get());
        last = Optional.empty();
      }
      Optional<KeyColumn> held = path.slots().get(i).column();
      Optional<Placed> next =
          open.stream().flatMap(column -> place(held, column, reverse).stream()).findFirst();
      if (next.isEmpty()) {
        break;
      }
      order.add(next.get());
      open.remove(next.get().column());
    }
    boolean isWhole = open.isEmpty() && last.isEmpty();
    return isWhole && startsAsWanted(order) ? Optional.of(order) : Optional.empty();
  }

  private static Optional<Placed> place(
      Optional<KeyColumn> held, KeyExpression column, boolean reverse) {
    return held.flatMap(key -> KeyPart.find(key, ValueType.ANY, column))
        .map(KeyPart::keyOrder)
        .map(order -> new Placed(column, reverse ? order.reversed() : order));
  }

  private boolean startsAsWanted(List<Placed> order) {
    return order.size() >= wanted.size() && order.subList(0, wanted.size()).equals(wanted);
  }

  /** The same orders without the column under {@code countDistinct}. */
  GroupOrders ofGroups() {
    return new GroupOrders(varying, wanted, Optional.empty());
  }
}
