package dev.tenure.admin.rest;

import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.MoveWait;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A move that was asked for, as JSON.
 *
 * @param source the cluster that the tenant was on when the move was asked for
 * @param plan the plan that has asked for it; null for a single move
 * @param by the name of the person who asked for the move; may be empty
 * @param problem the last error of a mover, and since when nobody works on the move and what to do;
 *     empty when there is neither
 * @param rows of the copy, when the move is completed
 * @param bytes of the copy, when the move is completed
 * @param closedMillis how long the tenant was served by no cluster, when the move is completed
 * @param underWay null when no mover has begun the move, and when it has ended
 */
record MoveBody(
    String application,
    String user,
    MoveRequest.State state,
    String source,
    String target,
    Optional<String> plan,
    String by,
    String reason,
    Instant asked,
    Optional<Instant> ended,
    String problem,
    long rows,
    long bytes,
    double closedMillis,
    Optional<UnderWay> underWay) {
  private static final double NANOS_PER_MILLI = 1e6;

  static MoveBody of(MoveRequest request, Optional<MoveStatus> status, Instant now) {
    return new MoveBody(
        request.tenant().application(),
        request.tenant().user(),
        request.state(),
        request.source(),
        request.target(),
        request.plan(),
        request.by(),
        request.reason(),
        request.asked(),
        request.ended(),
        Stream.concat(
                Stream.of(request.problem()).filter(text -> !text.isEmpty()),
                MoveWait.of(request, status, now).stream())
            .collect(Collectors.joining("; ")),
        request.rows(),
        request.bytes(),
        request.closed().toNanos() / NANOS_PER_MILLI,
        request.state().hasEnded() ? Optional.empty() : status.map(UnderWay::of));
  }

  /**
   * How far a move has got.
   *
   * @param stage of the move in the directory
   * @param heldUntil until when other movers leave it alone; null when nobody works on it
   * @param progress null when the copy has not begun, or the target has been opened or emptied
   */
  record UnderWay(
      MoveEntry.Stage stage,
      Instant begun,
      Optional<Instant> heldUntil,
      Optional<Progress> progress) {
    static UnderWay of(MoveStatus status) {
      return new UnderWay(
          status.move().stage(),
          status.move().begun(),
          status.heldUntil(),
          status.progress().map(Progress::of));
    }
  }

  /**
   * The numbers of {@link MoveProgress}.
   *
   * @param part that is copied and compared, 0 to 1
   * @param secondsLeft until all is copied and compared; null when that is unknown
   */
  record Progress(
      MoveProgress.Step step,
      long rows,
      long bytes,
      long bytesInAll,
      long rowsVerified,
      long bytesVerified,
      long bytesAgain,
      double part,
      Optional<Long> secondsLeft) {
    static Progress of(MoveProgress progress) {
      return new Progress(
          progress.step(),
          progress.rows(),
          progress.bytes(),
          progress.bytesInAll(),
          progress.rowsVerified(),
          progress.bytesVerified(),
          progress.bytesAgain(),
          progress.part(),
          progress.timeLeft().map(Duration::toSeconds));
    }
  }
}
