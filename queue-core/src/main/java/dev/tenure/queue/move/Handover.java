package dev.tenure.queue.move;

import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Hands a tenant over:
 *
 * <pre>
 * close     the source serves nobody any more
 * drain     the end of the log is copied and compared
 * header    the target has the header, closed, and then pointers
 * flip      the entry names the target: one conditional write, and the target serves the tenant
 * open      the target serves those, too, who have not asked the directory: consumers
 * remove    the source is emptied, and the entry tells of no move any more
 * </pre>
 *
 * When little is left, the drain and the header are one transaction of the target, which is
 * committed beside the one that closes the source. That one fails if the source has changed since
 * it was read. When writers are too busy for that, the source is closed in any case, and the rest
 * is copied afterwards.
 *
 * <p>When the source cannot be left in time, or anything fails before the flip, the source is
 * opened again.
 */
final class Handover {
  /** How often the source is closed on the condition that nothing changes in it. */
  private static final int CONDITIONAL_MAX = 40;

  /** When a commit's time brings more changed keys than these, the next one brings some, too. */
  private static final int CHANGES_MAX = 50;

  private final MoveContext work;
  private final Copying copying;
  private Instant closedAt = Instant.EPOCH;
  private Duration closed = Duration.ZERO;
  private int closings;

  Handover(MoveContext work, Copying copying) {
    this.work = work;
    this.copying = copying;
  }

  Duration closed() {
    return closed;
  }

  int closings() {
    return closings;
  }

  /** Hands over. Gives whether that succeeded; otherwise the source serves the tenant again. */
  CompletableFuture<Boolean> run() {
    closings++;
    CompletableFuture<MoveEntry> arrival =
        work.entries
            .prepareArrival(work.move())
            .thenCompose(flip -> leave(CONDITIONAL_MAX).thenCompose(flip::apply));
    return AsyncUtil.composeHandle(
        arrival, (arrived, error) -> error == null ? completed(arrived) : failed(error));
  }

  /**
   * Closes the source and completes the copy at the same time, as long as no writer comes between.
   *
   * @return the version of the source
   */
  private CompletableFuture<Long> leave(int attempts) {
    return new Leaving(work, copying, attempts > 0)
        .run()
        .thenCompose(left -> afterwards(left, attempts));
  }

  private CompletableFuture<Long> afterwards(Leaving.Left left, int attempts) {
    closedAt = left.since();
    return switch (left.closing()) {
      case CLOSED -> CompletableFuture.completedFuture(left.version());
      case CHANGED -> leave(left.changes() > CHANGES_MAX ? 0 : attempts - 1);
      case TOO_MUCH -> attempts > 0 ? leave(0) : drainAndPrepare();
    };
  }

  private CompletableFuture<Long> drainAndPrepare() {
    return AsyncLoop.whileTrue(this::drain).thenCompose(drained -> prepare());
  }

  private CompletableFuture<Boolean> drain() {
    work.requireInTime(closedAt);
    return work.source()
        .log(work.logRead(), Copying.LOG_ROWS)
        .thenCompose(
            page ->
                copying
                    .catchUp(page)
                    .thenCompose(done -> copying.verifyChanged(page))
                    .thenApply(done -> page.more()));
  }

  /** Header and pointers; gives the version of the source. */
  private CompletableFuture<Long> prepare() {
    return work.source()
        .rest(work.logRead(), Copying.LOG_ROWS, work.options.chunkBytes())
        .thenCompose(
            rest ->
                copying
                    .finish(() -> CompletableFuture.completedFuture(Optional.of(rest)), () -> {})
                    .thenCompose(
                        done -> {
                          List<String> last = new ArrayList<>(rest.zones());
                          return AsyncLoop.whileTrue(() -> makePointers(last));
                        })
                    .thenApply(done -> rest.version()));
  }

  /**
   * Pointers for the next zones.
   *
   * @param last ends with the last zone that has its pointer
   */
  private CompletableFuture<Boolean> makePointers(List<String> last) {
    work.requireInTime(closedAt);
    return work.source()
        .zones(last.stream().skip(Math.max(0, last.size() - 1)).findFirst())
        .thenCompose(
            zones ->
                zones.isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : work.target().makePointers(zones).thenApply(made -> last.addAll(zones)));
  }

  private CompletableFuture<Boolean> completed(MoveEntry arrived) {
    closed = Duration.between(closedAt, work.now());
    work.adopt(arrived);
    return complete().thenApply(done -> true);
  }

  /** Opens the target and empties the source of a move whose entry names the target. */
  CompletableFuture<Void> complete() {
    work.tell(MoveProgress.Step.ARRIVED);
    MoveEntry move = work.move();
    return work.target()
        .open(move.storeVersion(), move.incarnation(), move.mark(), move.created())
        .thenCompose(opened -> work.source().remove(move.sourcePermit()))
        .thenCompose(removed -> work.entries.end(move));
  }

  /**
   * The flip may have taken effect, or may still do so. A later epoch in the entry tells whether it
   * has, and keeps a late one from taking effect.
   */
  private CompletableFuture<Boolean> failed(Throwable failure) {
    Throwable plain = FdbErrorPredicates.unwrap(failure);
    if (plain instanceof QueueException told && told.code() == Code.MOVE_TAKEN_OVER) {
      return CompletableFuture.failedFuture(plain);
    }
    return work.entries
        .renew(work.move())
        .thenCompose(
            move -> {
              work.adopt(move);
              return move.stage() == MoveEntry.Stage.ARRIVED
                  ? complete().thenApply(done -> true)
                  : reopened(plain);
            });
  }

  /** The source first, since the target may be what failed. */
  private CompletableFuture<Boolean> reopened(Throwable failure) {
    return work.source()
        .reopen()
        .thenCompose(open -> work.begin(work.copy().getBytesInAll()))
        .thenCompose(
            open ->
                failure instanceof TookTooLongException && closings < work.options.attemptsMax()
                    ? work.delay(work.options.pauseMax()).thenApply(done -> false)
                    : CompletableFuture.failedFuture(failure));
  }
}
