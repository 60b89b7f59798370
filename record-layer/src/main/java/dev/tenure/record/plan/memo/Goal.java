package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;

/**
 * The properties that a plan of a group must deliver. Immutable.
 *
 * @param order in which rows come
 * @param needs what rows must have
 * @param share which part of the rows is expected to be read, from 0 to 1: what comes after the
 *     limit costs nothing
 * @param limit of the query; 0 when it has none
 * @param isWhole whether its rows are those of the query, and not those of which it is made
 */
public record Goal(OrderSpec order, Needs needs, double share, int limit, boolean isWhole) {

  /** Of a query without a limit, or a part of one. */
  public Goal(OrderSpec order, Needs needs, double share) {
    this(order, needs, share, 0, false);
  }

  /** What a plan costs that reaches the goal. */
  public double costOf(PlanNode plan) {
    return plan.estimate().cost(share, limit == 0 ? 0 : PlanRun.loadsAtOnce(limit) - 1);
  }

  public Goal withOrder(OrderSpec newOrder) {
    return new Goal(newOrder, needs, share, limit, false);
  }

  public Goal withNeeds(Needs newNeeds) {
    return new Goal(order, newNeeds, share, limit, false);
  }

  /** The same goal when all rows are read. */
  public Goal ofAll() {
    return new Goal(order, needs, 1);
  }
}
