package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;

/** What a save expects to find. */
public enum SaveMode {
  /** Inserts or replaces. Reads the old record only when an index needs it. */
  UPSERT,
  /** Fails with {@link RecordLayerException.Code#RECORD_EXISTS} when there is a record. */
  INSERT,
  /** Fails with {@link RecordLayerException.Code#RECORD_ABSENT} when there is none. */
  UPDATE,
  /**
   * Inserts or replaces; fails with {@link RecordLayerException.Code#RECORD_TYPE_CHANGED} when
   * there is a record of another type. Only in the shared extent can there be one.
   */
  UPSERT_SAME_TYPE,
  /** As {@link #UPDATE} and {@link #UPSERT_SAME_TYPE} together. */
  UPDATE_SAME_TYPE,
  /**
   * Reads nothing: the caller guarantees that there is no record. Indexes and counts are wrong
   * afterwards when there was one.
   */
  ASSUME_NEW
}
