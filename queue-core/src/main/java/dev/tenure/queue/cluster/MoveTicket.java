package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;

/**
 * The ticket that a mover shows with each step. A step changes something only if no mover has shown
 * a ticket with a higher number or epoch at the same place.
 *
 * @param life the life of the tenant
 * @param number the number of the move among the moves of this life
 * @param epoch the epoch of the mover among the movers of this move
 * @param source the cluster that the tenant leaves
 * @param target the cluster that the tenant moves to
 */
public record MoveTicket(
    TenantId tenant, long life, long number, int epoch, QueueCluster source, QueueCluster target) {
  @Override
  public String toString() {
    return "move "
        + number
        + "."
        + epoch
        + " of tenant "
        + tenant
        + " from "
        + source.name()
        + " to "
        + target.name();
  }
}
