package dev.tenure.campaigns.crash;

import dev.tenure.queue.cluster.MoveSource;
import dev.tenure.queue.cluster.MoveTicket;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveStatus;
import java.util.Optional;

/** How far the move of a tenant had come when its mover was killed, by what is stored of it. */
enum MoveStep {
  NO_MOVE,
  /** The entry tells of the move, and the target has no row of it. */
  BEGUN,
  COPYING,
  VERIFYING,
  CATCHING_UP,
  /** Nobody serves the tenant. */
  CLOSED,
  /** The entry names the target, which is not opened yet. */
  FLIPPED,
  /** The target serves everybody, and the source is not removed yet, or the move not ended. */
  OPENED,
  REVERTING;

  /** The step of a move on which nobody works. */
  static MoveStep of(TenantDirectory directory, Optional<MoveStatus> found) {
    if (found.isEmpty()) {
      return NO_MOVE;
    }
    MoveStatus status = found.get();
    return switch (status.move().stage()) {
      case REVERTING -> REVERTING;
      case ARRIVED -> status.progress().isPresent() ? FLIPPED : OPENED;
      case COPYING ->
          isClosed(directory, status.move())
              ? CLOSED
              : status.progress().map(MoveStep::of).orElse(BEGUN);
    };
  }

  private static MoveStep of(MoveProgress progress) {
    return valueOf(progress.step().name());
  }

  private static boolean isClosed(TenantDirectory directory, MoveEntry move) {
    return new MoveSource(
            new MoveTicket(
                move.tenant(),
                move.life(),
                move.number(),
                move.epoch(),
                directory.deployment().cluster(move.source()).orElseThrow(),
                directory.deployment().cluster(move.target()).orElseThrow()))
        .isClosed()
        .join();
  }
}
