package dev.tenure.record.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tenure.record.RecordDatabase;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.metadata.RecordMetaData;

/** The metadata last used with one database, bound. Safe for use by many threads. */
final class StoreMetaDataCache {
  private static final int METADATA_MAX = 1_000;

  private final Cache<RecordMetaData, StoreMetaData> bound =
      Caffeine.newBuilder().maximumSize(METADATA_MAX).executor(Runnable::run).build();

  StoreMetaData get(RecordDatabase database, RecordMetaData metaData) {
    return bound.get(metaData, key -> bind(database, key));
  }

  private static StoreMetaData bind(RecordDatabase database, RecordMetaData metaData) {
    BoundMetaData boundHere =
        BoundMetaData.bind(metaData, database.keyFunctions(), database.indexTypes());
    return new StoreMetaData(boundHere, MetaDataLayout.of(metaData));
  }
}
