package dev.tenure.late;

import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncUtil;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a body in a transaction and commits it, and repeats this while {@code onError} allows it.
 */
final class LateRetryLoop<T extends @Nullable Object> {
  private final Function<? super Transaction, ? extends CompletableFuture<T>> body;
  private Transaction transaction;
  private @Nullable CompletableFuture<T> result;

  private LateRetryLoop(
      Transaction first, Function<? super Transaction, ? extends CompletableFuture<T>> body) {
    this.transaction = first;
    this.body = body;
  }

  /** Blocks the calling thread until a commit succeeds; closes the transaction. */
  static <T extends @Nullable Object> T run(
      Transaction first, Function<? super Transaction, T> body) {
    Transaction transaction = first;
    try {
      while (true) {
        try {
          T value = body.apply(transaction);
          transaction.commit().join();
          return value;
        } catch (RuntimeException failure) {
          transaction = transaction.onError(failure).join();
        }
      }
    } finally {
      transaction.close();
    }
  }

  /** Completes when a commit succeeds; closes the transaction. */
  static <T extends @Nullable Object> CompletableFuture<T> runAsync(
      Transaction first,
      Function<? super Transaction, ? extends CompletableFuture<T>> body,
      Executor executor) {
    LateRetryLoop<T> loop = new LateRetryLoop<>(first, body);
    return AsyncUtil.whileTrue(loop::tryOnce, executor)
        .thenCompose(done -> loop.outcome())
        .whenComplete((value, failure) -> loop.transaction.close());
  }

  private CompletableFuture<T> outcome() {
    if (result == null) {
      throw new IllegalStateException("the loop ended without a result");
    }
    return result;
  }

  /** Gives whether to try again. */
  private CompletableFuture<Boolean> tryOnce() {
    CompletableFuture<T> value = AsyncUtil.applySafely(body, transaction);
    return value
        .thenCompose(ignored -> transaction.commit())
        .thenApply(
            done -> {
              result = value;
              return false;
            })
        .exceptionallyCompose(this::retryAfter);
  }

  private CompletableFuture<Boolean> retryAfter(Throwable failure) {
    return transaction
        .onError(ClientErrors.unwrap(failure))
        .thenApply(
            next -> {
              transaction = next;
              return true;
            });
  }
}
