package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;

/** The condition on the stored record before a save. */
public enum SaveMode {
  /** Inserts or replaces. Reads the old record only when an index needs it. */
  UPSERT,
  /** Fails with {@link RecordLayerException.Code#RECORD_EXISTS} when the record exists. */
  INSERT,
  /** Fails with {@link RecordLayerException.Code#RECORD_ABSENT} when the record does not exist. */
  UPDATE,
  /**
   * Inserts or replaces. Fails with {@link RecordLayerException.Code#RECORD_TYPE_CHANGED} when the
   * existing record has another type, which is possible only in the shared extent.
   */
  UPSERT_SAME_TYPE,
  /** As {@link #UPDATE} and {@link #UPSERT_SAME_TYPE} together. */
  UPDATE_SAME_TYPE,
  /**
   * Inserts without a read. The caller guarantees that the record does not exist. If it did exist,
   * indexes and counts are wrong afterwards.
   */
  ASSUME_NEW
}
