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
 * The orders of rows in which those of a group come together, and equal values of a column counted
 * distinct too, and in which groups come as they are asked for. Immutable.
 *
 * @param varying the columns of groups that conditions leave open
 * @param wanted the order asked for, of those
 * @param distinct the column counted distinct, unless it is the same in a group
 */
record GroupOrders(
    List<KeyExpression> varying, List<Placed> wanted, Optional<KeyExpression> distinct) {

  /** Whether conditions leave one value to a column. */
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

  /** The order asked for, then all other columns ascending. */
  List<Placed> asked() {
    List<Placed> order = new ArrayList<>(wanted);
    List<KeyExpression> rest = new ArrayList<>(varying);
    distinct.ifPresent(rest::add);
    rest.stream()
        .filter(column -> wanted.stream().noneMatch(each -> each.column().equals(column)))
        .forEach(column -> order.add(new Placed(column, KeyOrder.ASCENDING_NULLS_FIRST)));
    return order;
  }

  /** The order in which a scan of a path gives its groups; empty when it does not keep them. */
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

  /** The same without the column counted distinct. */
  GroupOrders ofGroups() {
    return new GroupOrders(varying, wanted, Optional.empty());
  }
}
