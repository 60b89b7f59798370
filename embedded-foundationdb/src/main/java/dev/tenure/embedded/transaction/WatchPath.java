package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.commit.EngineKeys;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.storage.Keys;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Setting a watch: a read of the key, conflict and all, whose result the watch compares with. */
final class WatchPath {
  private final Attempt attempt;

  WatchPath(Attempt attempt) {
    this.attempt = attempt;
  }

  CompletableFuture<@Nullable Void> watch(byte[] key) {
    synchronized (attempt) {
      int refusal = refusal(key);
      if (refusal != Attempt.NONE) {
        return Attempt.failed(refusal);
      }
      CompletableFuture<byte @Nullable []> read = new ReadPath(attempt).read(key, false, false);
      if (read.isDone() && !read.isCompletedExceptionally()) {
        return add(key, read.join());
      }
      return read.thenCompose(
          seen -> {
            synchronized (attempt) {
              return add(key, seen);
            }
          });
    }
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
    if (refusal != Attempt.NONE) {
      return refusal;
    }
    AttemptOptions options = attempt.options;
    if (options.readYourWritesDisabled) {
      return FdbErrors.WATCHES_DISABLED;
    }
    boolean outside =
        Keys.compare(key, options.readEnd()) >= 0 && !EngineKeys.isMetadataVersion(key);
    if (outside) {
      return FdbErrors.KEY_OUTSIDE_LEGAL_RANGE;
    }
    return key.length > KeySpace.writeKeyBytesMax(key, options.rawAccess)
        ? FdbErrors.KEY_TOO_LARGE
        : Attempt.NONE;
  }
}
