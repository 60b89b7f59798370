package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.StoredRanges;
import dev.tenure.embedded.range.UnaskedReader;
import dev.tenure.embedded.write.WriteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A read that may need stored rows. If own writes answer it, or the attempt's reader is available,
 * it is carried out at once on the caller's thread; otherwise when the reader becomes available. In
 * both cases it sees the writes that were made before it. Only a read that needs stored rows
 * requests a read version.
 */
@FunctionalInterface
interface StoredRead<T> {

  /**
   * Carries out the read; called under the attempt's monitor. Until it has all the rows that it
   * needs, it changes no state, so that it can be called again.
   */
  @Nullable T over(StoredRanges stored, @Nullable WriteBuffer seen);

  /**
   * Starts a read; called under the attempt's monitor.
   *
   * @param seen the own writes that the read sees; null for none
   * @param spoils whether a failure of the read spoils the commit
   */
  static <T> CompletableFuture<T> start(
      TransactionAttempt attempt, StoredRead<T> read, @Nullable WriteBuffer seen, boolean spoils) {
    StoredRanges stored = attempt.readPoint.storedNow();
    return stored == null
        ? startLater(attempt, read, seen, spoils)
        : carryOut(attempt, read, stored, seen, spoils);
  }

  /**
   * Starts a read that may not need stored rows; if it does not, no read version is requested.
   * Called under the attempt's monitor.
   */
  static <T> CompletableFuture<T> startWithoutVersion(
      TransactionAttempt attempt, StoredRead<T> read, @Nullable WriteBuffer seen) {
    if (attempt.readPoint.askedVersion() == null) {
      try {
        return carryOut(attempt, read, StoredRanges.UNASKED, seen, true);
      } catch (UnaskedReader.UnaskedException needed) {
        return start(attempt, read, seen, true);
      }
    }
    return start(attempt, read, seen, true);
  }

  private static <T> CompletableFuture<T> carryOut(
      TransactionAttempt attempt,
      StoredRead<T> read,
      StoredRanges stored,
      @Nullable WriteBuffer seen,
      boolean spoils) {
    attempt.known.trim();
    try {
      return CompletableFuture.completedFuture(read.over(stored, seen));
    } catch (FDBException failure) {
      return failed(attempt, failure, spoils);
    }
  }

  static <T> CompletableFuture<T> failed(
      TransactionAttempt attempt, FDBException failure, boolean spoils) {
    if (spoils) {
      attempt.noteFailedRead(failure);
    }
    return CompletableFuture.failedFuture(failure);
  }

  private static <T> CompletableFuture<T> startLater(
      TransactionAttempt attempt, StoredRead<T> read, @Nullable WriteBuffer seen, boolean spoils) {
    WriteBuffer frozen = seen == null ? null : seen.copyForReading();
    CompletableFuture<T> result = new CompletableFuture<>();
    attempt.addPendingRead(result);
    var unused =
        attempt
            .readPoint
            .reader()
            .whenComplete(
                (reader, failure) -> {
                  CompletableFuture<T> outcome;
                  synchronized (attempt) {
                    attempt.removePending(result);
                    if (attempt.endedBy() != TransactionAttempt.NONE) {
                      return;
                    }
                    outcome =
                        failure == null
                            ? start(attempt, read, frozen, spoils)
                            : failed(attempt, asFdbException(failure), spoils);
                  }
                  attempt.executor.execute(() -> pass(outcome, result));
                });
    return result;
  }

  /** Completes one future with the result of the other. */
  static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
    var unused =
        from.whenComplete(
            (value, failure) -> {
              if (failure == null) {
                to.complete(value);
              } else {
                to.completeExceptionally(failure);
              }
            });
  }

  /** The failure of a future, without the wrappers of futures. */
  static FDBException asFdbException(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof FDBException known) {
      return known;
    }
    FDBException unknown = FdbErrors.exception(FdbErrors.UNKNOWN_ERROR);
    unknown.initCause(cause);
    return unknown;
  }
}
