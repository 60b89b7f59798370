package dev.tenure.record.store.header;

import dev.tenure.record.context.TransactionEnvironment;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.metadata.RecordMetaData;

/** Metadata in the form that stores need: bound, and as the layout that headers keep. Immutable. */
public record StoreMetaData(RecordMetaData metaData, MetaDataLayout layout) {

  /** Returns the same object for the same metadata. */
  public static StoreMetaData of(TransactionEnvironment environment, RecordMetaData metaData) {
    return environment.attachment(StoreMetaDataCache.class, StoreMetaDataCache::new).get(metaData);
  }

  public BoundMetaData bound() {
    return metaData.bound();
  }

  public int version() {
    return metaData.version();
  }
}
