package dev.tenure.record.store.statistics;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.context.TransactionEnvironment;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.store.row.StoreKeys;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The statistics that a store keeps. They are cached in memory between transactions. Keeping new
 * statistics changes FoundationDB's metadata version key, by which each transaction recognises that
 * its cache is old (see {@link dev.tenure.record.store.header.StoreStateCache}). Safe for use by
 * many threads.
 */
public final class KeptStatistics {
  private final RecordContext context;
  private final StoreKeys keys;
  private final BoundMetaData metaData;

  /** The statistics that are kept in memory. */
  private static final class Memory {
    private final Cache<Key, Entry> entries;

    Memory(TransactionEnvironment environment) {
      entries =
          Caffeine.newBuilder()
              .maximumSize(environment.storeStatesMax())
              .executor(Runnable::run)
              .build();
    }
  }

  /**
   * The key of the cache. It has the metadata, since statistics name types as the metadata does
   * with which they were read.
   */
  private record Key(ByteString store, BoundMetaData metaData) {}

  private record Entry(ByteString version, long since, Optional<SampledStatistics> found) {}

  /** Creates a reader and writer of a store's statistics in a transaction. */
  public KeptStatistics(RecordContext context, StoreKeys keys, BoundMetaData metaData) {
    this.context = context;
    this.keys = keys;
    this.metaData = metaData;
  }

  /**
   * Reads the statistics, unless they are cached. Adds no read conflict.
   *
   * @return empty when the store keeps none; fails with FORMAT_UNKNOWN or DAMAGED
   */
  public CompletableFuture<Optional<SampledStatistics>> find() {
    Range range = keys.statistics();
    if (context.hasExpiredStoreStates() || context.hasWritten(range)) {
      return read(range);
    }
    Cache<Key, Entry> entries =
        context
            .environment()
            .attachment(Memory.class, () -> new Memory(context.environment()))
            .entries;
    Key key = new Key(ByteString.copyFrom(keys.header()), metaData);
    return context
        .storeStatesVersion()
        .thenCombine(
            context.readVersion(), (version, at) -> new Entry(version, at, Optional.empty()))
        .thenCompose(
            now -> {
              Entry known = entries.getIfPresent(key);
              if (known != null
                  && known.version().equals(now.version())
                  && now.since() >= known.since()) {
                return CompletableFuture.completedFuture(known.found());
              }
              return read(range)
                  .thenApply(
                      found -> {
                        entries.put(key, new Entry(now.version(), now.since(), found));
                        return found;
                      });
            });
  }

  private CompletableFuture<Optional<SampledStatistics>> read(Range range) {
    return context
        .reader(true)
        .getRange(range, ReadTransaction.ROW_LIMIT_UNLIMITED, false, StreamingMode.WANT_ALL)
        .asList()
        .thenApply(rows -> new StatisticsRows(keys, metaData).decode(rows));
  }

  /** Writes statistics, which replace those that the store keeps. */
  public void keep(SampledStatistics statistics) {
    context.expireStoreStates();
    context.clear(keys.statistics());
    for (KeyValue row : new StatisticsRows(keys, metaData).encode(statistics)) {
      context.set(row.getKey(), row.getValue());
    }
  }
}
