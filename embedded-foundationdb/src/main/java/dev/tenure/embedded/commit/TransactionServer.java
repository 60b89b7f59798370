package dev.tenure.embedded.commit;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The operations that transactions call on the engine: a read version, reads at a version, a
 * commit, a watch. Safe for use by many threads. Failures are {@link
 * com.apple.foundationdb.FDBException}s with FoundationDB's codes.
 */
public interface TransactionServer {

  /** A read version. Reads at it see every commit that was acknowledged before the call. */
  CompletableFuture<Long> readVersion();

  /**
   * A reader at a version. The transaction keeps it and need not close it. The future fails with
   * 1007 when the version is older than the window, and, after about a second, with 1009 when no
   * commit has reached it.
   */
  CompletableFuture<VersionedReader> reader(long version);

  /**
   * Orders, checks and writes a transaction. Fails with 1020 and the conflicting ranges ({@link
   * CommitConflictException}) or 1007, with 1021 when the storage failed to write it, with 1510
   * while the storage cannot be written. The future never completes on the commit thread.
   */
  CompletableFuture<CommitOutcome> commit(CommitRequest request);

  /**
   * Watches a key. The future completes once the key's value differs from {@code seen} at a version
   * after {@code version}, and at once when it already does. Cancelling the future ends the watch.
   */
  CompletableFuture<Void> watch(byte[] key, byte @Nullable [] seen, long version);
}
