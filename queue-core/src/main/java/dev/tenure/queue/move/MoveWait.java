package dev.tenure.queue.move;

import dev.tenure.queue.directory.MoveEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Says why nothing happens to a request, for people: no worker has begun the move, its mover gives
 * no sign of life, or nobody goes on with it. It is computed from what is stored, since a worker
 * that is not there notes nothing.
 */
public final class MoveWait {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** A live mover writes several times within the time for which it holds its move. */
  private static final int SIGNS_PER_HOLD = 2;

  private final MoveRequest request;
  private final Instant now;

  private MoveWait(MoveRequest request, Instant now) {
    this.request = request;
    this.now = now;
  }

  /**
   * What a request waits for.
   *
   * @param status of the tenant's move; empty when none is under way
   * @return empty when the request has ended or is paused, and while somebody works on it
   */
  public static Optional<String> of(MoveRequest request, Optional<MoveStatus> status, Instant now) {
    MoveWait wait = new MoveWait(request, now);
    return switch (request.state()) {
      case OPEN, REVERTING -> status.isPresent() ? wait.underWay(status.get()) : wait.notUnderWay();
      case PAUSED, COMPLETED, REVERTED, FAILED -> Optional.empty();
    };
  }

  private Optional<String> notUnderWay() {
    return isOld(request.asked())
        ? Optional.of(
            "no worker has taken this request up since "
                + time(request.asked())
                + "; this is done by the next process "
                + able())
        : Optional.empty();
  }

  private Optional<String> underWay(MoveStatus status) {
    MoveEntry move = status.move();
    if (!move.target().equals(request.target())) {
      return Optional.of(
          "it waits for the move to cluster "
              + move.target()
              + ", which a program began at "
              + time(move.begun())
              + " without a request, and has to resume or revert");
    }
    return status.heldUntil().isPresent() ? held(status, status.heldUntil().get()) : free(status);
  }

  private Optional<String> held(MoveStatus status, Instant until) {
    return status
        .lastSign()
        .filter(sign -> isSilent(sign, until))
        .map(
            sign ->
                "its mover has given no sign of life since "
                    + time(sign)
                    + "; unless it gives one, another worker goes on at "
                    + time(until));
  }

  private boolean isSilent(Instant sign, Instant until) {
    Duration hold = Duration.between(sign, until);
    return Duration.between(sign, now).compareTo(hold.dividedBy(SIGNS_PER_HOLD)) > 0;
  }

  private Optional<String> free(MoveStatus status) {
    Instant since = status.lastSign().orElse(status.move().begun());
    return isOld(since)
        ? Optional.of(
            "nobody has worked on the move since "
                + time(since)
                + (runs(status) ? "" : ", and no item of the tenant runs")
                + ": start a process "
                + able()
                + (status.move().stage() == MoveEntry.Stage.COPYING ? ", or undo the move" : ""))
        : Optional.empty();
  }

  /** The items of a tenant that has arrived run when the progress has gone from the target. */
  private static boolean runs(MoveStatus status) {
    return status.move().stage() != MoveEntry.Stage.ARRIVED || status.progress().isEmpty();
  }

  private String able() {
    return "with tenure.moves.enabled that knows clusters "
        + request.source()
        + " and "
        + request.target()
        + " and has room by tenure.moves.at-once";
  }

  private boolean isOld(Instant time) {
    return Duration.between(time, now).compareTo(PATIENCE) > 0;
  }

  private static String time(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
