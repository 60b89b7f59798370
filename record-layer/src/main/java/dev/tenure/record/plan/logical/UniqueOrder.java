package dev.tenure.record.plan.logical;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Shortens an order to the columns that decide it. No two records have the same primary key.
 *
 * <pre>
 * key id              order id, name         →  order id
 * key (a, id), a = 1  order id desc, name    →  order id desc
 * </pre>
 */
public final class UniqueOrder {
  private UniqueOrder() {}

  /**
   * The first columns of an order, up to the last one of the primary key; the whole order when it
   * does not have all columns of the key.
   *
   * @param key the primary key of the only record type
   * @param conjuncts conditions that are true for all records; equalities fix columns of the key
   */
  public static List<OrderColumn> of(
      List<OrderColumn> order, List<KeyColumn> key, Collection<QueryPredicate> conjuncts) {
    List<KeyColumn> left = new ArrayList<>(key);
    left.removeIf(column -> conjuncts.stream().anyMatch(each -> fixes(each, column)));
    for (int i = 0; i < order.size() && !left.isEmpty(); i++) {
      KeyColumn found = order.get(i).column().columns().get(0);
      left.removeIf(found::holdsSameAs);
      if (left.isEmpty()) {
        return order.subList(0, i + 1);
      }
    }
    return order;
  }

  /** Whether a condition gives a column of the record a single value. */
  public static boolean fixes(QueryPredicate condition, KeyColumn column) {
    return condition instanceof Comparison comparison
        && comparison.operator() == Operator.EQUAL
        && !(comparison.operand() instanceof Operand.Column)
        && comparison.column().columns().get(0).holdsSameAs(column);
  }
}
