package dev.tenure.embedded.transaction;

import java.util.concurrent.CompletableFuture;

/** What may be asked about an attempt itself: its versions, its size. */
final class VersionQuestions {
  private final TransactionAttempt attempt;

  VersionQuestions(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  /** Also answered after a commit. */
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

  /** To be asked before the commit; there is none when that writes nothing or fails. */
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
