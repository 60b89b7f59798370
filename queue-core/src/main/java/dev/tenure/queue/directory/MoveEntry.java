package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantMark;
import java.time.Instant;

/**
 * The move of a tenant that its entry tells of.
 *
 * @param number of the move among those of this life of the tenant
 * @param epoch of the mover among those of the move; only the last one may change anything
 * @param source the name of the cluster that the tenant leaves
 * @param permit the version of the target up to which the copy may be begun
 * @param paused whether movers are to leave the move as it is
 * @param storeVersion the version at which the source was fenced, when the tenant has arrived
 * @param incarnation of the entry
 * @param mark what the entry says of the tenant's state
 * @param deleting whether the tenant is being deleted, by a release that knows no moves
 * @param sourcePermit the version of the source up to which the tenant may be created there, or its
 *     copy begun there
 * @param created when the tenant was created
 */
public record MoveEntry(
    TenantId tenant,
    long life,
    long number,
    int epoch,
    Stage stage,
    String source,
    String target,
    long permit,
    Instant begun,
    boolean paused,
    long storeVersion,
    int incarnation,
    TenantMark mark,
    boolean deleting,
    long sourcePermit,
    Instant created) {

  /** The stages of a move in the directory. */
  public enum Stage {
    /** The entry names the source. The move can be reverted. */
    COPYING,
    /** The entry names the target. The move can only be completed. */
    ARRIVED,
    /** The entry names the source. The move can only be reverted. */
    REVERTING
  }
}
