package dev.tenure.queue.move;

import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.queue.cluster.MoveSource.Closing;
import dev.tenure.queue.cluster.MoveSource.Rest;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to close the source and to complete the copy by two commits at the same time:
 *
 * <pre>
 * target    reads what does not depend on the source
 * source                     reads the rest                closes, if nothing has changed since
 * target                                       writes it
 *                                                          both commits
 * </pre>
 *
 * When the source has changed, the target has a header and rows of an earlier time, like a copy
 * whose source was opened again. The source is not closed when the target does not answer.
 *
 * <p>Without the condition, the source is closed before the rest is read, whatever is written
 * meanwhile: one commit follows the other.
 */
final class Leaving {
  private final MoveContext work;
  private final Copying copying;
  private final CompletableFuture<Optional<Rest>> rest = new CompletableFuture<>();
  private final CompletableFuture<Void> written = new CompletableFuture<>();
  private final CompletableFuture<Closing> closing = new CompletableFuture<>();
  private final AtomicBoolean asked = new AtomicBoolean();
  private final boolean ifUnchanged;
  private volatile Instant since = Instant.MAX;

  /**
   * @param ifUnchanged whether the source is closed only if nothing is written meanwhile
   */
  Leaving(MoveContext work, Copying copying, boolean ifUnchanged) {
    this.work = work;
    this.copying = copying;
    this.ifUnchanged = ifUnchanged;
  }

  /**
   * What became of the attempt.
   *
   * @param closing CHANGED when the source is open; TOO_MUCH when the copy lacks more than one
   *     transaction can carry, of a source that is then closed only without the condition
   * @param version of the source, if it is closed and the copy complete
   * @param since when the commit that closed it was sent, or soon to be sent
   * @param changes the number of key ranges that were changed since the log was read before
   */
  record Left(Closing closing, long version, Instant since, int changes) {}

  CompletableFuture<Left> run() {
    CompletableFuture<Optional<Rest>> copied =
        copying.finish(this::rest, () -> written.complete(null));
    return AsyncUtil.composeHandle(
        copied, (found, error) -> error == null ? left(copied) : failed(error));
  }

  /** The source is asked once, however often the target's transaction is repeated. */
  private CompletableFuture<Optional<Rest>> rest() {
    if (asked.compareAndSet(false, true)) {
      var unused = (ifUnchanged ? closeIfUnchanged() : close()).whenComplete(this::ended);
    }
    return rest;
  }

  private CompletableFuture<Closing> closeIfUnchanged() {
    return work.source()
        .fenceUnchanged(
            work.logRead(),
            Copying.LOG_ROWS,
            work.options.chunkBytes(),
            found -> {
              rest.complete(Optional.of(found));
              return written.thenRun(() -> since = work.now());
            });
  }

  private CompletableFuture<Closing> close() {
    since = work.now();
    return work.source()
        .fence()
        .thenCompose(
            fenced -> {
              work.tell(MoveProgress.Step.CLOSED);
              return work.source()
                  .rest(work.logRead(), Copying.LOG_ROWS, work.options.chunkBytes());
            })
        .thenApply(
            found -> {
              work.requireInTime(since);
              rest.complete(Optional.of(found).filter(Rest::isWhole));
              return found.isWhole() ? Closing.CLOSED : Closing.TOO_MUCH;
            });
  }

  private void ended(@Nullable Closing closed, @Nullable Throwable error) {
    rest.complete(Optional.empty());
    if (closed == null) {
      closing.completeExceptionally(
          error == null ? new IllegalStateException("the source did not answer") : error);
    } else {
      if (ifUnchanged && closed == Closing.CLOSED) {
        work.tell(MoveProgress.Step.CLOSED);
      }
      closing.complete(closed);
    }
  }

  /** Waits for the source in any case: the mover takes one step after the other. */
  private CompletableFuture<Left> left(CompletableFuture<Optional<Rest>> copied) {
    return copied.thenCombine(
        closing,
        (found, closed) ->
            new Left(
                closed,
                found.map(Rest::version).orElse(0L),
                since,
                found.map(each -> each.log().changed().size()).orElse(0)));
  }

  private CompletableFuture<Left> failed(Throwable error) {
    written.completeExceptionally(error);
    CompletableFuture<Left> failure = CompletableFuture.failedFuture(error);
    return asked.get() ? AsyncUtil.composeHandle(closing, (closed, other) -> failure) : failure;
  }
}
