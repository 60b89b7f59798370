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
 * @param isPart whether the share is the part that a certain filter above reads
 */
public record Goal(
    OrderSpec order, Needs needs, double share, int limit, boolean isWhole, boolean isPart) {

  private static final double PART_MIN = 1e-6;

  /** A goal without a limit, for a part of a query or a query without one. */
  public Goal(OrderSpec order, Needs needs, double share) {
    this(order, needs, share, 0, false, false);
  }

  /** The cost of a plan for this goal. */
  public double costOf(PlanNode plan) {
    return plan.estimate().cost(share, limit == 0 ? 0 : PlanRun.loadsAtOnce(limit) - 1);
  }

  public Goal withOrder(OrderSpec newOrder) {
    return new Goal(newOrder, needs, share, limit, false, isPart);
  }

  public Goal withNeeds(Needs newNeeds) {
    return new Goal(order, newNeeds, share, limit, false, isPart);
  }

  /**
   * The same goal when a filter above reads a part of the rows. The part is rounded to a power of
   * two, so that filters share the searches of their inputs.
   */
  public Goal ofPart(double part) {
    double rounded = Math.pow(2, Math.rint(Math.log(Math.max(part, PART_MIN)) / Math.log(2)));
    return new Goal(order, needs, Math.min(1, rounded), limit, false, true);
  }

  /** The same goal when all rows are read. */
  public Goal ofAll() {
    return new Goal(order, needs, 1);
  }
}
