package dev.tenure.record.store;

import dev.tenure.record.RecordDatabase;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.metadata.RecordMetaData;

/** Metadata as stores need it: bound, and as the definitions that headers keep. Immutable. */
record StoreMetaData(RecordMetaData metaData, MetaDataLayout layout) {

  /** The same object for the same metadata. */
  static StoreMetaData of(RecordDatabase database, RecordMetaData metaData) {
    return database.attachment(StoreMetaDataCache.class, StoreMetaDataCache::new).get(metaData);
  }

  BoundMetaData bound() {
    return metaData.bound();
  }

  int version() {
    return metaData.version();
  }
}
