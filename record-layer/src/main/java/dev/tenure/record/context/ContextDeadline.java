package dev.tenure.record.context;

import com.apple.foundationdb.FDBException;
import dev.tenure.record.context.Deadlines.Deadline;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of one context. It ends the futures that wait for the database, even when the
 * database never answers. Thread-safe.
 */
final class ContextDeadline {
  private final Duration limit;
  private final Runnable cancel;
  private final Deadline deadline;
  private final List<CompletableFuture<?>> bounded = new ArrayList<>(2);
  private @Nullable Throwable over;

  /**
   * @param cancel cancels the transaction. An error that the cancellation causes counts as overdue
   */
  ContextDeadline(Deadlines deadlines, Duration limit, Runnable cancel) {
    this.limit = limit;
    this.cancel = cancel;
    this.deadline = deadlines.add(limit, this::expire);
  }

  /** Completes as the stage does, or fails with TIMED_OUT when the limit passes first. */
  <T> CompletableFuture<T> bound(CompletionStage<T> stage) {
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused =
        stage.whenComplete(
            (value, error) -> {
              if (error == null) {
                result.complete(value);
              } else {
                result.completeExceptionally(overOr(error));
              }
            });
    if (!result.isDone()) {
      Throwable failed = register(result);
      if (failed != null) {
        result.completeExceptionally(failed);
      }
    }
    return result;
  }

  private synchronized @Nullable Throwable register(CompletableFuture<?> result) {
    bounded.add(result);
    return over;
  }

  private void expire() {
    Throwable error =
        RecordLayerException.of(
            new FDBException("no answer within " + limit, FdbErrorPredicates.TIMED_OUT));
    List<CompletableFuture<?>> waiting;
    synchronized (this) {
      over = error;
      waiting = List.copyOf(bounded);
    }
    cancel.run();
    waiting.forEach(future -> future.completeExceptionally(error));
  }

  private synchronized Throwable overOr(Throwable error) {
    return over == null ? error : over;
  }

  /** Ends the limit, because the context waits for nothing more. */
  void end() {
    deadline.end();
  }
}
