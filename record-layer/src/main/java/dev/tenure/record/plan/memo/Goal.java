package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;

/**
 * The properties that a plan of a group must deliver, and for how many rows it must be cheap.
 * Immutable.
 *
 * @param order the order of the rows
 * @param needs what the rows must have
 * @param share the number of rows that are wanted, divided by the number that is expected; from 0
 *     to {@link #ALL}. Rows after the wanted ones cost nothing
 */
public record Goal(OrderSpec order, Needs needs, double share) {
  /** The share from which on all rows are expected to be read. */
  public static final double ALL = 2;

  public Goal {
    share = Math.min(ALL, share);
  }

  /**
   * Whether some rows may not be read. With a share of more than 1 there may still be more rows
   * than are expected.
   */
  public boolean isLimited() {
    return share < ALL;
  }

  /** The cost of a plan for this goal. */
  public double costOf(PlanNode plan) {
    Estimate estimate = plan.estimate();
    return isLimited() ? estimate.costOf(share * estimate.rows()) : estimate.whole();
  }

  public Goal withOrder(OrderSpec newOrder) {
    return new Goal(newOrder, needs, share);
  }

  public Goal withNeeds(Needs newNeeds) {
    return new Goal(order, newNeeds, share);
  }

  /** The same goal when all rows are read: for a plan below one that gives no row before. */
  public Goal ofAll() {
    return new Goal(order, needs, ALL);
  }
}
