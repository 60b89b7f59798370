package dev.tenure.queue.move;

import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.cluster.MoveSource;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Hands a tenant over:
 *
 * <pre>
 * close     the source serves nobody any more
 * drain     the end of the log is copied and compared
 * header    the target has the header, closed, and then pointers; in one transaction with the
 *           drain when little is left
 * flip      the entry names the target: one conditional write
 * open      the target serves the tenant
 * remove    the source is emptied, and the entry tells of no move any more
 * </pre>
 *
 * When the source cannot be left in time, or anything fails before the flip, the source is opened
 * again.
 */
final class Handover {
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
    closedAt = work.now();
    CompletableFuture<MoveEntry> arrival =
        work.source()
            .fence()
            .thenCompose(
                fenced -> {
                  work.tell(MoveProgress.Step.CLOSED);
                  return work.source()
                      .rest(work.logRead(), Copying.LOG_ROWS, work.options.chunkBytes());
                })
            .thenCompose(rest -> rest.isWhole() ? finish(rest) : drainAndPrepare())
            .thenCompose(version -> work.entries.arrive(work.move(), version));
    return AsyncUtil.composeHandle(
        arrival, (arrived, error) -> error == null ? completed(arrived) : failed(error));
  }

  /** In one transaction of the target, since little is left; gives the version of the source. */
  private CompletableFuture<Long> finish(MoveSource.Rest rest) {
    requireInTime();
    return copying.finish(rest).thenApply(done -> rest.version());
  }

  private CompletableFuture<Long> drainAndPrepare() {
    return AsyncLoop.whileTrue(this::drain).thenCompose(drained -> prepare());
  }

  private CompletableFuture<Boolean> drain() {
    requireInTime();
    return work.source()
        .log(work.logRead(), Copying.LOG_ROWS)
        .thenCompose(
            page ->
                copying
                    .catchUp(page)
                    .thenCompose(done -> copying.verifyChanged(page))
                    .thenApply(done -> page.more()));
  }

  private void requireInTime() {
    if (Duration.between(closedAt, work.now()).compareTo(work.options.pauseMax()) > 0) {
      throw new TookTooLongException(work.options.pauseMax());
    }
  }

  /** Header and pointers; gives the version of the source. */
  private CompletableFuture<Long> prepare() {
    return work.source()
        .arrive(store -> work.target().arrive(store))
        .thenCompose(
            version -> {
              List<String> last = new ArrayList<>();
              return AsyncLoop.whileTrue(() -> makePointers(last)).thenApply(done -> version);
            });
  }

  private CompletableFuture<Boolean> makePointers(List<String> last) {
    requireInTime();
    return work.source()
        .zones(last.stream().findFirst())
        .thenCompose(
            zones ->
                zones.isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : work.target()
                        .makePointers(zones)
                        .thenApply(
                            made -> {
                              last.clear();
                              last.add(zones.get(zones.size() - 1));
                              return true;
                            }));
  }

  private CompletableFuture<Boolean> completed(MoveEntry arrived) {
    work.adopt(arrived);
    return complete().thenApply(done -> true);
  }

  /** Opens the target and empties the source of a move whose entry names the target. */
  CompletableFuture<Void> complete() {
    work.tell(MoveProgress.Step.ARRIVED);
    MoveEntry move = work.move();
    return work.target()
        .open(move.storeVersion(), move.incarnation(), move.mark(), move.created())
        .thenCompose(
            opened -> {
              closed = Duration.between(closedAt, work.now());
              return work.source().remove(move.sourcePermit());
            })
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
