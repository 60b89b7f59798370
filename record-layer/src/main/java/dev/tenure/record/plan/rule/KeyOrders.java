package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.match.OrderSpec;
import java.util.List;

/** Finds the orders by which plans can be merged so that the result has the order of a goal. */
final class KeyOrders {
  private KeyOrders() {}

  static List<OrderSpec> of(OrderSpec order) {
    if (order.key() != OrderSpec.Key.ANY) {
      return List.of(order);
    }
    return order.columns().isEmpty()
        ? List.of(order.then(OrderSpec.Key.ASCENDING))
        : List.of(order.then(OrderSpec.Key.ASCENDING), order.then(OrderSpec.Key.DESCENDING));
  }
}
