package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;

/**
 * The properties that a plan of a group must deliver. Immutable.
 *
 * @param order the order of the rows
 * @param needs what the rows must have
 * @param share the part of the rows that is expected to be read, from 0 to 1; rows after the limit
 *     cost nothing
 */
public record Goal(OrderSpec order, Needs needs, double share) {

  /** The cost of a plan for this goal. */
  public double costOf(PlanNode plan) {
    return plan.estimate().cost(share);
  }

  public Goal withOrder(OrderSpec newOrder) {
    return new Goal(newOrder, needs, share);
  }

  public Goal withNeeds(Needs newNeeds) {
    return new Goal(order, newNeeds, share);
  }

  /** The same goal when all rows are read. */
  public Goal ofAll() {
    return new Goal(order, needs, 1);
  }
}
