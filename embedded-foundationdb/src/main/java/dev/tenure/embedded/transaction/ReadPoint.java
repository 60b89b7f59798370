package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.TransactionServer;
import dev.tenure.embedded.commit.VersionedReader;
import dev.tenure.embedded.range.StoredRanges;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The read version of an attempt, which is requested with the first read, and the reader at that
 * version. Used under the attempt's monitor.
 */
final class ReadPoint {
  static final long NONE = -1;

  private final TransactionServer server;
  private @Nullable CompletableFuture<Long> version;
  private @Nullable CompletableFuture<VersionedReader> reader;
  private @Nullable StoredRanges stored;

  ReadPoint(TransactionServer server) {
    this.server = server;
  }

  /**
   * Sets the version. Fails with 2010 when the attempt already has a version, and with 2011 when
   * the number is not positive.
   */
  void set(long chosen) {
    if (version != null) {
      throw FdbErrors.exception(FdbErrors.READ_VERSION_ALREADY_SET);
    }
    if (chosen <= 0) {
      throw FdbErrors.exception(FdbErrors.VERSION_INVALID);
    }
    version = CompletableFuture.completedFuture(chosen);
  }

  /**
   * Sets the version of an attempt that has read nothing; does nothing when the attempt already has
   * a version.
   */
  void settle(long found) {
    if (version == null) {
      version = CompletableFuture.completedFuture(found);
    }
  }

  CompletableFuture<Long> version() {
    if (version == null) {
      version = server.readVersion();
    }
    return version;
  }

  /** The version if it is known, otherwise {@link #NONE}. Requests no version. */
  long knownVersion() {
    return version != null && version.isDone() && !version.isCompletedExceptionally()
        ? version.join()
        : NONE;
  }

  /** The version if it was requested or set, otherwise null. */
  @Nullable CompletableFuture<Long> askedVersion() {
    return version;
  }

  CompletableFuture<VersionedReader> reader() {
    if (reader == null) {
      CompletableFuture<Long> at = version();
      reader =
          at.isDone() && !at.isCompletedExceptionally()
              ? server.reader(at.join())
              : at.thenCompose(server::reader);
    }
    return reader;
  }

  /** Whether {@link #storedNow} gives rows without requesting a version. */
  boolean isOpen() {
    return stored != null;
  }

  /**
   * The stored rows at the version; null while the reader is not available, or when it has failed.
   */
  @Nullable StoredRanges storedNow() {
    if (stored == null) {
      CompletableFuture<VersionedReader> opened = reader();
      if (opened.isDone() && !opened.isCompletedExceptionally()) {
        stored = new StoredRanges(opened.join());
      }
    }
    return stored;
  }
}
