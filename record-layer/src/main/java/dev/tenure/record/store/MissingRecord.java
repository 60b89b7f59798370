package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;

/** What a scan of an index does with an entry whose record is not there. */
public enum MissingRecord {
  /** Fails with {@link RecordLayerException.Code#DAMAGED}, naming index, entry and store. */
  FAIL,
  /** Passes over it; limits of the scan count it. */
  SKIP
}
