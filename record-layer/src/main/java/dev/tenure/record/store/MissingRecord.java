package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;

/** The treatment of an index entry whose record does not exist, by a scan of the index. */
public enum MissingRecord {
  /** Fails with {@link RecordLayerException.Code#DAMAGED}, naming index, entry and store. */
  FAIL,
  /** Skips the entry; the scan's limits count it. */
  SKIP
}
