package dev.tenure.embedded.transaction;

import java.util.concurrent.CompletableFuture;

/** Answers questions about an attempt: its versions and its size. */
final class VersionQuestions {
  private final TransactionAttempt attempt;

  VersionQuestions(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  /** The read version; also available after a commit. */
  CompletableFuture<Long> readVersion() {
    CompletableFuture<Long> version;
    CompletableFuture<Long> result;
    synchronized (attempt) {
      int refusal = attempt.refusalEvenOfQuestions();
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      version = attempt.readPoint.version();
      if (version.isDone()) {
        return version.copy();
      }
      result = new CompletableFuture<>();
      attempt.addPending(result);
    }
    attempt.database.onCompletion(
        version,
        attempt.executor,
        (value, failure) -> {
          attempt.removePending(result);
          if (failure == null) {
            result.complete(value);
          } else {
            result.completeExceptionally(StoredRead.asFdbException(failure));
          }
        });
    return result;
  }

  /**
   * The versionstamp of the commit, which must be requested before it. Fails when the commit writes
   * nothing or fails.
   */
  CompletableFuture<byte[]> versionstamp() {
    synchronized (attempt) {
      int refusal = attempt.refusal();
      return refusal != TransactionAttempt.NONE
          ? TransactionAttempt.failed(refusal)
          : attempt.versionstamp().copy();
    }
  }

  CompletableFuture<Long> approximateSize() {
    synchronized (attempt) {
      int spoiled = attempt.spoiledBy();
      return spoiled != TransactionAttempt.NONE
          ? TransactionAttempt.failed(spoiled)
          : CompletableFuture.completedFuture(attempt.approximateSize);
    }
  }
}
