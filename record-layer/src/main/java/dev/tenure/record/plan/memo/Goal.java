package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;

/**
 * The properties that a plan of a group must deliver. Immutable.
 *
 * @param order the order of the rows
 * @param needs what the rows must have
 * @param share the part of the rows that is expected to be read, from 0 to 1; rows after the limit
 *     cost nothing
 * @param limit the limit of the query; 0 when it has none
 * @param isWhole whether the rows are the result of the query, and not an input of another operator
 */
public record Goal(OrderSpec order, Needs needs, double share, int limit, boolean isWhole) {

  /** A goal without a limit, for a part of a query or a query without one. */
  public Goal(OrderSpec order, Needs needs, double share) {
    this(order, needs, share, 0, false);
  }

  /** The cost of a plan for this goal. */
  public double costOf(PlanNode plan) {
    return plan.estimate().cost(share, limit == 0 ? 0 : PlanRun.loadsAtOnce(limit) - 1);
  }

  public Goal withOrder(OrderSpec newOrder) {
    return new Goal(newOrder, needs, share, limit, false);
  }

  public Goal withNeeds(Needs newNeeds) {
    return new Goal(order, newNeeds, share, limit, false);
  }

  /** The same goal when another part of the rows is read. */
  public Goal withShare(double newShare) {
    return new Goal(order, needs, newShare, limit, false);
  }

  /** The same goal when all rows are read. */
  public Goal ofAll() {
    return new Goal(order, needs, 1);
  }
}
