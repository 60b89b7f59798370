package dev.tenure.record.meter;

/**
 * The counters of transactions. Bytes are the bytes of keys and values as the caller passes or gets
 * them.
 */
public enum RecordCounter {
  TRANSACTIONS_OPENED("transactions.opened"),
  TRANSACTIONS_COMMITTED("transactions.committed"),
  /** Commits refused because another transaction changed a key that was read. */
  CONFLICTS("conflicts"),
  /** Attempts that were followed by another attempt of the same run. */
  RETRIES("retries"),
  /** Commits with unknown result that were found to be applied. */
  UNKNOWN_RESULTS_APPLIED("unknown.results.applied"),
  /** Commits with unknown result that were found not to be applied, and never will be. */
  UNKNOWN_RESULTS_NOT_APPLIED("unknown.results.not.applied"),
  /** Commits with unknown result that could not be looked up. */
  UNKNOWN_RESULTS_UNSETTLED("unknown.results.unsettled"),
  /** Reads of a single key, and queries about key ranges such as an estimated size. */
  READS("reads"),
  RANGE_READS("range.reads"),
  /** Keys returned by reads of single keys and of ranges. */
  KEYS_READ("keys.read"),
  BYTES_READ("bytes.read"),
  /** Keys that were set, changed or cleared singly. */
  KEYS_WRITTEN("keys.written"),
  BYTES_WRITTEN("bytes.written"),
  RANGES_CLEARED("ranges.cleared"),
  STORES_OPENED("stores.opened"),
  /** Opened stores whose header came from the cache and not from the database. */
  STORES_OPENED_FROM_CACHE("stores.opened.from.cache"),
  RECORDS_SAVED("records.saved"),
  RECORDS_LOADED("records.loaded"),
  RECORDS_DELETED("records.deleted");

  private final String meterName;

  RecordCounter(String meterName) {
    this.meterName = meterName;
  }

  /** The name in meters: lower-case words with dots between them. */
  public String meterName() {
    return meterName;
  }
}
