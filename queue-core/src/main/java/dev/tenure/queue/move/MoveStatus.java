package dev.tenure.queue.move;

import dev.tenure.queue.Clocks;
import dev.tenure.queue.cluster.MoveTarget;
import dev.tenure.queue.directory.MoveEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A move that is under way. Its times are those of this process's clock. They are computed from the
 * versions of the target, so that no other process's clock matters.
 *
 * @param progress empty when the copy has not begun, or the target has been opened or emptied
 * @param heldUntil until when other movers leave it alone; empty when nobody works on it
 * @param lastSign when a mover last wrote the progress; empty without progress
 */
public record MoveStatus(
    MoveEntry move,
    Optional<MoveProgress> progress,
    Optional<Instant> heldUntil,
    Optional<Instant> lastSign) {

  static MoveStatus of(MoveEntry move, Optional<MoveTarget.Found> found, Instant now) {
    Optional<Instant> lastSign = found.map(each -> now.minus(age(each)));
    return new MoveStatus(
        move,
        found.map(each -> MoveProgress.of(MoveProgress.stepOf(each.copy()), each.copy())),
        found
            .flatMap(each -> lastSign.map(sign -> sign.plusMillis(each.copy().getHoldMillis())))
            .filter(now::isBefore),
        lastSign);
  }

  /** How long ago the progress was written. */
  private static Duration age(MoveTarget.Found found) {
    return Duration.ofMillis(
        Math.max(0, Clocks.millisOf(found.version() - found.copy().getWrittenVersion())));
  }
}
