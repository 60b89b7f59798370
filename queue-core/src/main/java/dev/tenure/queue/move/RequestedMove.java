package dev.tenure.queue.move;

import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Takes one request a step further, whatever has become of it so far:
 *
 * <pre>
 * request     move of the tenant    entry names    step
 * OPEN        none                  the target     COMPLETED
 *             none                  another        begin the move
 *             to the target         –              resume it, unless a mover holds it
 *             to another cluster    –              wait
 * REVERTING   none                  the target     COMPLETED
 *             none                  another        REVERTED
 *             before the flip       –              revert it, whoever works on it
 *             after the flip        –              complete it
 * </pre>
 *
 * A request on which this worker does not work, since it is paused or there is no room, is {@link
 * #serve}d: the tenant is not left without a cluster.
 */
final class RequestedMove {
  private final TenantDirectory directory;
  private final TenantMoves moves;
  private final MoveRequests requests;
  private final MoveTally tally;
  private final MoveRequest request;

  RequestedMove(
      TenantDirectory directory,
      TenantMoves moves,
      MoveRequests requests,
      MoveTally tally,
      MoveRequest request) {
    this.directory = directory;
    this.moves = moves;
    this.requests = requests;
    this.tally = tally;
    this.request = request;
  }

  /**
   * Gives whether there was something to do. A failure that a later try may overcome is noted in
   * the request, and given.
   */
  CompletableFuture<Boolean> run() {
    CompletableFuture<Boolean> taken =
        AsyncUtil.composeHandle(
            moves.find(request.tenant()),
            (found, error) ->
                error != null
                    ? unanswered(error)
                    : found.isPresent() ? underWay(found.get()) : notUnderWay());
    return taken.exceptionallyCompose(this::failed);
  }

  /** The target may not answer. The source then serves the tenant, and the error is given. */
  private CompletableFuture<Boolean> unanswered(Throwable error) {
    return AsyncUtil.composeHandle(
        moves.reopen(request.tenant()),
        (reopened, another) -> CompletableFuture.failedFuture(FdbErrorPredicates.unwrap(error)));
  }

  /**
   * Has a cluster serve the tenant again, and does nothing else: opens a source that a mover has
   * closed, or completes a move after its flip. A move that is not paused, or that a program makes
   * to another cluster, is left to its mover as long as that one holds it.
   *
   * @return whether there was something to do
   */
  CompletableFuture<Boolean> serve() {
    return request.state() == MoveRequest.State.PAUSED
        ? directory
            .moves()
            .find(request.tenant())
            .thenCompose(
                found ->
                    found.filter(move -> move.target().equals(request.target())).isPresent()
                        ? moves.reopen(request.tenant())
                        : CompletableFuture.completedFuture(false))
            .thenCompose(
                reopened -> reopened ? CompletableFuture.completedFuture(true) : serveUnlessHeld())
        : serveUnlessHeld();
  }

  private CompletableFuture<Boolean> serveUnlessHeld() {
    return AsyncUtil.composeHandle(
        moves.find(request.tenant()),
        (found, error) -> {
          if (error != null) {
            return unanswered(error);
          }
          if (found.isEmpty() || found.get().heldUntil().isPresent()) {
            return CompletableFuture.completedFuture(false);
          }
          return found.get().move().stage() == MoveEntry.Stage.ARRIVED
              ? complete(found.get())
              : moves.reopen(request.tenant());
        });
  }

  private CompletableFuture<Boolean> complete(MoveStatus status) {
    return moves
        .resume(request.tenant(), progress -> {})
        .thenCompose(
            report ->
                status.move().target().equals(request.target())
                    ? ended(report)
                    : CompletableFuture.completedFuture(true));
  }

  private CompletableFuture<Boolean> underWay(MoveStatus status) {
    MoveEntry move = status.move();
    if (!move.target().equals(request.target())) {
      return CompletableFuture.completedFuture(false);
    }
    boolean reverts = request.state() == MoveRequest.State.REVERTING;
    if (reverts && move.stage() != MoveEntry.Stage.ARRIVED) {
      return moves.revert(request.tenant()).thenCompose(this::ended);
    }
    if (status.heldUntil().isPresent()) {
      return CompletableFuture.completedFuture(false);
    }
    return moves
        .resume(request.tenant(), progress -> tally.told(request.tenant(), progress))
        .thenCompose(this::ended);
  }

  private CompletableFuture<Boolean> notUnderWay() {
    return directory
        .find(request.tenant())
        .thenCompose(
            found -> {
              String cluster = found.map(TenantEntry::cluster).orElse("");
              if (cluster.equals(request.target())) {
                return end(MoveRequest.State.COMPLETED, "");
              }
              if (request.state() == MoveRequest.State.REVERTING) {
                return end(MoveRequest.State.REVERTED, "");
              }
              if (found.isEmpty()) {
                return end(MoveRequest.State.FAILED, "the tenant has no entry in the directory");
              }
              return moves
                  .move(
                      request.tenant(),
                      request.target(),
                      progress -> tally.told(request.tenant(), progress))
                  .thenCompose(this::ended);
            });
  }

  private CompletableFuture<Boolean> ended(TenantMoveReport report) {
    return switch (report.outcome()) {
      case COMPLETED ->
          requests
              .update(request, each -> each.completed(requests.now(), report))
              .thenApply(this::counted);
      case REVERTED ->
          request.state() == MoveRequest.State.REVERTING
              ? end(MoveRequest.State.REVERTED, "")
              : end(MoveRequest.State.FAILED, "the move was reverted, or the tenant deleted");
      case PAUSED -> CompletableFuture.completedFuture(true);
    };
  }

  private CompletableFuture<Boolean> end(MoveRequest.State state, String problem) {
    return requests
        .update(request, each -> each.ended(state, requests.now(), problem))
        .thenApply(this::counted);
  }

  private boolean counted(Optional<MoveRequest> ended) {
    ended.ifPresent(tally::ended);
    return true;
  }

  private CompletableFuture<Boolean> failed(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    String text = plain.getMessage() == null ? plain.toString() : plain.getMessage();
    if (plain instanceof QueueException told) {
      if (told.code() == Code.MOVE_TAKEN_OVER) {
        return CompletableFuture.completedFuture(false);
      }
      if (TenantMover.isFinal(told.code())) {
        return endIfGone(text);
      }
    }
    tally.problem();
    return requests
        .update(request, each -> each.withProblem(text))
        .thenCompose(noted -> CompletableFuture.failedFuture(plain));
  }

  /** Final errors are thrown before a move begins, or after it was reverted. */
  private CompletableFuture<Boolean> endIfGone(String problem) {
    return moves
        .find(request.tenant())
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(false)
                    : directory
                        .find(request.tenant())
                        .thenCompose(
                            entry ->
                                entry.filter(e -> e.cluster().equals(request.target())).isPresent()
                                    ? end(MoveRequest.State.COMPLETED, "")
                                    : end(
                                        request.state() == MoveRequest.State.REVERTING
                                            ? MoveRequest.State.REVERTED
                                            : MoveRequest.State.FAILED,
                                        problem)));
  }
}
