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

  /**
   * The versionstamp of the commit. The first call requests it, and must come before the commit.
   */
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

  /** Notes that the commit succeeded. Completes when the versionstamp was passed on. */
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

  /** Notes that the commit was found to be applied, with this versionstamp. */
  void settled(byte[] stamp) {
    told.complete(stamp);
  }

  /** Notes that the context has ended, so that no further answer will come. */
  void ended(@Nullable Throwable failure) {
    if (isAsked()) {
      told.completeExceptionally(
          failure == null
              ? new IllegalStateException("the context was closed before there was a versionstamp")
              : RecordLayerException.of(failure));
    }
  }
}
