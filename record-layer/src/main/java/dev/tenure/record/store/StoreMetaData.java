package dev.tenure.record.store;

import dev.tenure.record.RecordDatabase;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.metadata.RecordMetaData;

/** Metadata as stores need it: bound, and as the definitions that headers keep. Immutable. */
record StoreMetaData(BoundMetaData bound, MetaDataLayout layout) {

  /** Metadata bound with what a database knows; made once for each. */
  static StoreMetaData of(RecordDatabase database, RecordMetaData metaData) {
    return database
        .attachment(StoreMetaDataCache.class, StoreMetaDataCache::new)
        .get(database, metaData);
  }

  RecordMetaData metaData() {
    return bound.metaData();
  }

  int version() {
    return bound.metaData().version();
  }
}
