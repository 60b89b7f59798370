package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;

/**
 * What a mover shows with each step. A step changes something only if no later mover has shown a
 * ticket of a higher number or epoch there.
 *
 * @param life of the tenant
 * @param number of the move among those of this life
 * @param epoch of the mover among those of the move
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
