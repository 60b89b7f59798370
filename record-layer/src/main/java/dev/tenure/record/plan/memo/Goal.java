package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Needs;

/**
 * What a plan of a group must deliver. Immutable.
 *
 * @param order in which rows come
 * @param needs what rows must have
 * @param share which part of the rows is expected to be read, from 0 to 1: what comes after the
 *     limit costs nothing
 */
public record Goal(OrderSpec order, Needs needs, double share) {

  public Goal withOrder(OrderSpec newOrder) {
    return new Goal(newOrder, needs, share);
  }

  public Goal withNeeds(Needs newNeeds) {
    return new Goal(order, newNeeds, share);
  }

  /** The same of all rows. */
  public Goal ofAll() {
    return new Goal(order, needs, 1);
  }
}
