package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.commit.EngineKeys;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sets a watch: reads the key, which adds a conflict, and compares later values with the value
 * read.
 */
final class WatchPath {
  private final TransactionAttempt attempt;

  WatchPath(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  CompletableFuture<@Nullable Void> watch(byte[] key) {
    synchronized (attempt) {
      int refusal = refusal(key);
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      CompletableFuture<byte @Nullable []> read = new ReadPath(attempt).read(key, false, false);
      if (read.isDone() && !read.isCompletedExceptionally()) {
        return add(key, read.join());
      }
      return addLater(key, read);
    }
  }

  /**
   * Adds the watch after the read. A commit waits until the watch is in the list that it hands
   * over, and not only for the read.
   */
  private CompletableFuture<@Nullable Void> addLater(
      byte[] key, CompletableFuture<byte @Nullable []> read) {
    CompletableFuture<@Nullable Void> adding = new CompletableFuture<>();
    CompletableFuture<@Nullable Void> result = new CompletableFuture<>();
    attempt.addPendingRead(adding);
    var unused =
        read.whenComplete(
            (seen, failure) -> {
              if (failure == null) {
                follow(key, seen, result);
              } else {
                result.completeExceptionally(StoredRead.asFdbException(failure));
              }
              attempt.removePending(adding);
              adding.complete(null);
            });
    return result;
  }

  /** Adds the watch and ties it to the result: each ends when the other ends or is cancelled. */
  private void follow(
      byte[] key, byte @Nullable [] seen, CompletableFuture<@Nullable Void> result) {
    CompletableFuture<@Nullable Void> watch;
    synchronized (attempt) {
      int ended = attempt.endedBy();
      watch = ended == TransactionAttempt.NONE ? add(key, seen) : TransactionAttempt.failed(ended);
    }
    StoredRead.pass(watch, result);
    var unused =
        result.whenComplete(
            (done, failure) -> {
              if (result.isCancelled()) {
                watch.cancel(true);
              }
            });
  }

  private CompletableFuture<@Nullable Void> add(byte[] key, byte @Nullable [] seen) {
    try {
      return attempt.watches.add(key, seen);
    } catch (FDBException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private int refusal(byte[] key) {
    int refusal = attempt.refusal();
    if (refusal != TransactionAttempt.NONE) {
      return refusal;
    }
    AttemptOptions options = attempt.options;
    if (options.readYourWritesDisabled) {
      return FdbErrors.WATCHES_DISABLED;
    }
    boolean outside =
        KeyBytes.compare(key, options.readEnd()) >= 0 && !EngineKeys.isMetadataVersion(key);
    if (outside) {
      return FdbErrors.KEY_OUTSIDE_LEGAL_RANGE;
    }
    return key.length > KeyLimits.writeKeyBytesMax(key, options.rawAccess)
        ? FdbErrors.KEY_TOO_LARGE
        : TransactionAttempt.NONE;
  }
}
