package dev.tenure.record.context;

import com.apple.foundationdb.Transaction;
import dev.tenure.record.error.RecordLayerException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The versionstamp of a commit and the local versions below it. Safe for use by many threads. */
final class CommitStamp {
  static final int LOCAL_VERSIONS_MAX = 65_536;

  private final Transaction transaction;
  private final CompletableFuture<byte[]> told = new CompletableFuture<>();
  private @Nullable CompletableFuture<byte[]> asked;
  private int localVersions;

  CommitStamp(Transaction transaction) {
    this.transaction = transaction;
  }

  synchronized int nextLocalVersion() {
    if (localVersions == LOCAL_VERSIONS_MAX) {
      throw new RecordLayerException(
          RecordLayerException.Code.TRANSACTION_TOO_LARGE,
          "local version number "
              + (LOCAL_VERSIONS_MAX + 1)
              + " in one transaction, the limit is "
              + LOCAL_VERSIONS_MAX);
    }
    return localVersions++;
  }

  /** The stamp asked for before; or, before the commit only, asks for it. */
  synchronized CompletableFuture<byte[]> future(ContextLife life) {
    if (asked == null) {
      life.requireWritable();
      asked = transaction.getVersionstamp();
    }
    return told.thenApply(byte[]::clone);
  }

  synchronized boolean isAsked() {
    return asked != null;
  }

  /** The commit was answered: passes the stamp on, and ends when that is done. */
  CompletableFuture<Void> committed() {
    CompletableFuture<byte[]> stamp;
    synchronized (this) {
      stamp = asked;
    }
    if (stamp == null) {
      return CompletableFuture.completedFuture(null);
    }
    return stamp.handle(
        (bytes, error) -> {
          if (error == null) {
            told.complete(bytes);
          } else {
            told.completeExceptionally(RecordLayerException.of(error));
          }
          return null;
        });
  }

  /** The commit was found applied, with this stamp. */
  void settled(byte[] stamp) {
    told.complete(stamp);
  }

  /** There will be no other answer. */
  void ended(@Nullable Throwable failure) {
    if (isAsked()) {
      told.completeExceptionally(
          failure == null
              ? new IllegalStateException("the context was closed before there was a versionstamp")
              : RecordLayerException.of(failure));
    }
  }
}
