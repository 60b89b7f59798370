package dev.tenure.record.evolution;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the metadata of a metadata store in memory between transactions. Record stores are opened
 * with it. Safe for use by many threads; nothing to close.
 *
 * <p>The cache reads a newer version when a store requests it, or by {@link #refresh}. A committed
 * version never changes, so only {@link #current()} can be out of date, and a store that needs a
 * newer version requests it. A version that a transaction has saved itself is returned to that
 * transaction, and enters the cache only when another transaction reads it. Do not clear the
 * metadata store while a cache of it is in use: the cache would be wrong.
 */
public final class MetaDataCache implements MetaDataSource {
  private static final int VERSIONS_MAX = 100;

  private final MetaDataStore store;
  private final Cache<Integer, RecordMetaData> versions =
      Caffeine.newBuilder().maximumSize(VERSIONS_MAX).executor(Runnable::run).build();
  private volatile RecordMetaData newest;

  MetaDataCache(MetaDataStore store, RecordMetaData committed) {
    this.store = store;
    this.newest = committed;
    versions.put(committed.version(), committed);
  }

  /** The newest metadata this process has read. */
  @Override
  public RecordMetaData current() {
    return newest;
  }

  /** The {@link #current()} metadata if its version suffices, and otherwise the newest stored. */
  @Override
  public CompletableFuture<RecordMetaData> atLeast(RecordContext context, int version) {
    RecordMetaData known = current();
    return known.version() >= version
        ? CompletableFuture.completedFuture(known)
        : readNewest(context, version);
  }

  /**
   * Reads the newest version from the database, and makes it the {@link #current()} one.
   *
   * @return the newest metadata the transaction sees
   */
  public CompletableFuture<RecordMetaData> refresh(RecordContext context) {
    return readNewest(context, 1);
  }

  private CompletableFuture<RecordMetaData> readNewest(RecordContext context, int wanted) {
    return store
        .newestVersion(context)
        .thenCompose(
            found -> {
              if (found.isEmpty() || found.getAsInt() < wanted) {
                throw new RecordLayerException(
                    RecordLayerException.Code.METADATA_NEWER,
                    "metadata of version "
                        + wanted
                        + " is needed, the newest stored is "
                        + (found.isEmpty() ? "none" : found.getAsInt()));
              }
              return version(context, found.getAsInt());
            });
  }

  /**
   * The metadata of a version, such as the version with which a record was saved.
   *
   * @return fails as {@link MetaDataStore#load(RecordContext, int)} does
   */
  public CompletableFuture<RecordMetaData> version(RecordContext context, int version) {
    RecordMetaData known = versions.getIfPresent(version);
    if (known != null && !store.hasWritten(context)) {
      return CompletableFuture.completedFuture(learned(known));
    }
    CompletableFuture<RecordMetaData> loaded = store.load(context, version);
    return store.hasWritten(context)
        ? loaded
        : loaded.thenApply(read -> learned(versions.get(version, key -> read)));
  }

  private synchronized RecordMetaData learned(RecordMetaData committed) {
    if (committed.version() > newest.version()) {
      newest = committed;
    }
    return committed;
  }
}
