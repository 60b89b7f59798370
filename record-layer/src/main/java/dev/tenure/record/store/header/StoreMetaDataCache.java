package dev.tenure.record.store.header;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tenure.record.metadata.RecordMetaData;

/** The metadata last used with one database. Safe for use by many threads. */
final class StoreMetaDataCache {
  private static final int METADATA_MAX = 1_000;

  private final Cache<RecordMetaData, StoreMetaData> used =
      Caffeine.newBuilder().maximumSize(METADATA_MAX).executor(Runnable::run).build();

  StoreMetaData get(RecordMetaData metaData) {
    return used.get(metaData, key -> new StoreMetaData(key, MetaDataLayout.of(key)));
  }
}
