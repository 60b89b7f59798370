package dev.tenure.record;

/** What a save expects to find. */
public enum SaveMode {
  /** Inserts or replaces. Reads the old record only when an index needs it. */
  UPSERT,
  /** Fails with {@link RecordLayerException.Code#RECORD_EXISTS} when there is a record. */
  INSERT,
  /** Fails with {@link RecordLayerException.Code#RECORD_ABSENT} when there is none. */
  UPDATE,
  /**
   * Reads nothing: the caller guarantees that there is no record. Indexes and counts are wrong
   * afterwards when there was one.
   */
  ASSUME_NEW
}
