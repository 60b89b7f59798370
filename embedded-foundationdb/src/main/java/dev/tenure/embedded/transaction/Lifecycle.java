package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.commit.FdbErrors;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state of a transaction over all its attempts: the timeout, which runs from its creation, and
 * the step from one attempt to the next.
 */
final class Lifecycle {
  private final DatabaseContext database;
  private final TransactionDefaults defaults;
  private final Executor executor;
  private final RetryPolicy policy;
  private final long createdMillis;
  private volatile TransactionAttempt attempt;
  private @Nullable ScheduledFuture<?> timeout;

  Lifecycle(DatabaseContext database, Executor executor) {
    this.database = database;
    this.defaults = database.defaults();
    this.executor = executor;
    this.policy = new RetryPolicy(defaults);
    this.createdMillis = database.nowMillis();
    this.attempt = new TransactionAttempt(database, defaults, executor);
    scheduleTimeout();
  }

  TransactionAttempt attempt() {
    return attempt;
  }

  Executor executor() {
    return executor;
  }

  /** Sets an option. An illegal value spoils the attempt; an unknown option fails with 2007. */
  void setOption(int code, byte @Nullable [] value) {
    if (!OptionCode.isKnown(code)) {
      throw FdbErrors.exception(FdbErrors.INVALID_OPTION);
    }
    TransactionAttempt current = attempt;
    if (!RetryPolicy.isRetryOption(code)) {
      current.silently(() -> setAttemptOption(current, code, value));
      return;
    }
    if (current.spoiledBy() != TransactionAttempt.NONE) {
      return;
    }
    try {
      setRetryOption(code, value);
    } catch (FDBException failure) {
      current.spoil(failure.getCode());
    }
  }

  private void setRetryOption(int code, byte @Nullable [] value) {
    synchronized (this) {
      policy.set(code, value);
    }
    if (code == OptionCode.TIMEOUT) {
      scheduleTimeout();
    }
  }

  private static void setAttemptOption(
      TransactionAttempt current, int code, byte @Nullable [] value) {
    if (code == OptionCode.READ_YOUR_WRITES_DISABLE) {
      current.prepareDirectReads();
    }
    current.options.set(code, value);
  }

  private void scheduleTimeout() {
    synchronized (this) {
      cancelTimeout();
      if (policy.timeoutMillis() == 0) {
        return;
      }
      long left = createdMillis + policy.timeoutMillis() - database.nowMillis();
      if (left > 0) {
        timeout = database.timer().schedule(this::timeOut, left, TimeUnit.MILLISECONDS);
        return;
      }
    }
    timeOut();
  }

  private void timeOut() {
    attempt.end(FdbErrors.TRANSACTION_TIMED_OUT);
  }

  private synchronized void cancelTimeout() {
    if (timeout != null) {
      timeout.cancel(false);
      timeout = null;
    }
  }

  /**
   * Waits the time that the error requires and begins the next attempt. If the error is not
   * retryable, ends the transaction and fails with that error. If the transaction was cancelled or
   * timed out, fails with 1025 or 1031.
   */
  CompletableFuture<@Nullable Void> retryAfter(FDBException error) {
    TransactionAttempt old = attempt;
    int ended = old.endedBy();
    if (ended != TransactionAttempt.NONE) {
      return TransactionAttempt.failed(ended);
    }
    int code = error.getCode();
    boolean allowed;
    long delayNanos = 0;
    synchronized (this) {
      allowed = policy.countRetry() && RetryPolicy.isRetryable(code);
      if (allowed) {
        delayNanos = policy.nextDelayNanos(code, database.random());
      }
    }
    if (!allowed) {
      old.end(FdbErrors.TRANSACTION_CANCELLED);
      return CompletableFuture.failedFuture(finalError(error));
    }
    CompletableFuture<@Nullable Void> retried = new CompletableFuture<>();
    old.addPending(retried);
    if (delayNanos == 0) {
      beginNext(old, retried);
    } else {
      var unused =
          database
              .timer()
              .schedule(
                  () -> executor.execute(() -> beginNext(old, retried)),
                  delayNanos,
                  TimeUnit.NANOSECONDS);
    }
    return retried;
  }

  private static FDBException finalError(FDBException error) {
    return switch (error.getCode()) {
      case 0 -> FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
      case FdbErrors.BROKEN_PROMISE -> FdbErrors.exception(FdbErrors.TRANSACTION_CANCELLED);
      default -> error;
    };
  }

  private void beginNext(TransactionAttempt old, CompletableFuture<@Nullable Void> retried) {
    old.removePending(retried);
    if (old.endedBy() != TransactionAttempt.NONE) {
      retried.completeExceptionally(FdbErrors.exception(old.endedBy()));
      return;
    }
    old.end(FdbErrors.TRANSACTION_CANCELLED, FdbErrors.BROKEN_PROMISE);
    old.watches.fail(FdbErrors.TRANSACTION_CANCELLED);
    attempt = old.next(defaults);
    scheduleTimeout();
    retried.complete(null);
  }

  /** Ends the transaction and all its operations under way, except armed watches. */
  void close() {
    cancelTimeout();
    attempt.end(FdbErrors.TRANSACTION_CANCELLED);
    attempt.watches.fail(FdbErrors.TRANSACTION_CANCELLED);
  }
}
