package dev.tenure.queue.move;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.move.TenantMoveReport.Outcome;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.concurrent.CompletableFuture;

/** One mover of one move, from where the move is to its end. */
final class TenantMover {
  private final MoveContext work;
  private final Copying copying;
  private final Handover handover;
  private boolean paused;

  TenantMover(MoveContext work) {
    this.work = work;
    this.copying = new Copying(work);
    this.handover = new Handover(work, copying);
  }

  CompletableFuture<TenantMoveReport> run() {
    return switch (work.move().stage()) {
      case COPYING -> work.move().deleting() ? revert() : copy();
      case ARRIVED -> handover.complete().thenApply(done -> report(Outcome.COMPLETED));
      case REVERTING -> undo();
    };
  }

  private TenantMoveReport report(Outcome outcome) {
    return new TenantMoveReport(
        outcome,
        work.copy().getRows(),
        work.copy().getBytes(),
        work.copy().getVerifiedRows(),
        handover.closed(),
        handover.closings());
  }

  /** The source first, which an earlier mover may have closed: the target may not answer. */
  private CompletableFuture<TenantMoveReport> copy() {
    return work.source()
        .reopen()
        .thenCompose(open -> work.source().hasVisitLeases())
        .thenCompose(
            has -> has ? work.target().requireReaders() : CompletableFuture.completedFuture(null))
        .thenCompose(able -> work.source().estimateBytes())
        .thenCompose(work::begin)
        .thenCompose(copy -> work.source().begin())
        .thenCompose(begun -> AsyncLoop.whileTrue(this::step))
        .thenApply(done -> report(paused ? Outcome.PAUSED : Outcome.COMPLETED))
        .exceptionallyCompose(this::failed);
  }

  private CompletableFuture<Boolean> step() {
    return work.mayGoOn()
        .thenCompose(
            goesOn -> {
              paused = !goesOn;
              return paused
                  ? CompletableFuture.completedFuture(false)
                  : copying
                      .step()
                      .thenCompose(
                          more ->
                              more
                                  ? CompletableFuture.completedFuture(true)
                                  : handover.run().thenApply(handedOver -> !handedOver));
            });
  }

  /** A move that can never succeed is reverted; all others can be resumed. */
  private CompletableFuture<TenantMoveReport> failed(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof QueueException told && isFinal(told.code())
        ? revert().thenCompose(reverted -> CompletableFuture.failedFuture(plain))
        : CompletableFuture.failedFuture(plain);
  }

  static boolean isFinal(Code code) {
    return code == Code.MOVE_REFUSED
        || code == Code.MOVE_NOT_VERIFIED
        || code == Code.TENANT_EXISTS
        || code == Code.TENANT_NOT_FOUND;
  }

  private CompletableFuture<TenantMoveReport> revert() {
    return work.entries
        .giveUp(work.move())
        .thenCompose(
            move -> {
              work.adopt(move);
              return undo();
            });
  }

  /** The source first, which may be closed. */
  private CompletableFuture<TenantMoveReport> undo() {
    work.tell(MoveProgress.Step.REVERTING);
    return work.source()
        .revert()
        .thenCompose(reverted -> work.target().clear(work.move().permit()))
        .thenCompose(cleared -> work.entries.end(work.move()))
        .thenApply(ended -> report(Outcome.REVERTED));
  }
}
