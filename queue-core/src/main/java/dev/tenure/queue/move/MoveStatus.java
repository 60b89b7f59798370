package dev.tenure.queue.move;

import dev.tenure.queue.Clocks;
import dev.tenure.queue.cluster.MoveTarget;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.proto.MoveCopy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A move that is under way. Its times are those of this process's clock. They are computed from the
 * versions of the target, so that no other process's clock matters.
 *
 * @param progress empty when the copy has not begun, or the target has been opened or emptied
 * @param heldUntil until when other movers leave it alone; empty when nobody works on it
 * @param lastSign when a mover last wrote the progress; empty when that is not known, as of a mover
 *     of an earlier release
 */
public record MoveStatus(
    MoveEntry move,
    Optional<MoveProgress> progress,
    Optional<Instant> heldUntil,
    Optional<Instant> lastSign) {

  static MoveStatus of(MoveEntry move, Optional<MoveTarget.Found> found, Instant now) {
    return new MoveStatus(
        move,
        found.map(
            each -> MoveProgress.of(MoveProgress.stepOf(each.copy()), each.copy())),
        found.map(each -> heldUntil(each, now)).filter(now::isBefore),
        found.filter(MoveStatus::tellsVersion).map(each -> now.minus(age(each))));
  }

  private static Instant heldUntil(MoveTarget.Found found, Instant now) {
    MoveCopy copy = found.copy();
    return tellsVersion(found)
        ? now.plusMillis(copy.getHoldMillis()).minus(age(found))
        : Instant.ofEpochMilli(copy.getHeldUntilMillis());
  }

  /** Whether the mover's release notes the version at which it writes. */
  private static boolean tellsVersion(MoveTarget.Found found) {
    return found.copy().getWrittenVersion() > 0;
  }

  /** How long ago the progress was written. */
  private static Duration age(MoveTarget.Found found) {
    return Duration.ofMillis(
        Math.max(0, Clocks.millisOf(found.version() - found.copy().getWrittenVersion())));
  }
}
