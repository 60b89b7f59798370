package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;

/** What a scan of an index does with an entry whose record does not exist. */
public enum MissingRecord {
  /** Fails with {@link RecordLayerException.Code#DAMAGED}, naming index, entry and store. */
  FAIL,
  /** Skips the entry; the scan's limits count it. */
  SKIP
}
