package dev.tenure.queue.move;

import java.time.Duration;

/**
 * What became of a move when its mover stopped.
 *
 * @param closed how long the tenant was served by no cluster, as this mover measured it; zero
 *     unless this mover has completed the move
 * @param closings how often the source was closed, those in vain included
 */
public record TenantMoveReport(
    Outcome outcome, long rows, long bytes, long rowsVerified, Duration closed, int closings) {
  /** The ends of a mover that did not fail. */
  public enum Outcome {
    /** The target serves the tenant, and the source is empty. */
    COMPLETED,
    /** The source serves the tenant, and the target is empty. */
    REVERTED,
    /**
     * The source serves the tenant and logs changes; {@link TenantMoves#resume} goes on. The move
     * was paused, or its mover was to stop.
     */
    PAUSED
  }
}
