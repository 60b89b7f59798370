package dev.tenure.record.meter;

/** What is counted. Bytes are those of keys and values, as the caller gave or got them. */
public enum RecordCounter {
  TRANSACTIONS_OPENED("transactions.opened"),
  TRANSACTIONS_COMMITTED("transactions.committed"),
  /** Commits refused because something that was read has changed. */
  CONFLICTS("conflicts"),
  /** Attempts that another attempt of the same run followed. */
  RETRIES("retries"),
  /** Commits with unknown result that proved to be applied. */
  UNKNOWN_RESULTS_APPLIED("unknown.results.applied"),
  /** Commits with unknown result that proved not to be applied, and never will be. */
  UNKNOWN_RESULTS_NOT_APPLIED("unknown.results.not.applied"),
  /** Commits with unknown result that nobody could look up. */
  UNKNOWN_RESULTS_UNSETTLED("unknown.results.unsettled"),
  /** Reads of one key, or of a number about keys. */
  READS("reads"),
  RANGE_READS("range.reads"),
  /** Keys found, by reads of one key and of ranges. */
  KEYS_READ("keys.read"),
  BYTES_READ("bytes.read"),
  /** Keys set, changed or cleared one by one. */
  KEYS_WRITTEN("keys.written"),
  BYTES_WRITTEN("bytes.written"),
  RANGES_CLEARED("ranges.cleared"),
  STORES_OPENED("stores.opened"),
  /** Those of the stores opened whose header was not read from the database. */
  STORES_OPENED_FROM_CACHE("stores.opened.from.cache"),
  RECORDS_SAVED("records.saved"),
  RECORDS_LOADED("records.loaded"),
  RECORDS_DELETED("records.deleted");

  private final String meterName;

  RecordCounter(String meterName) {
    this.meterName = meterName;
  }

  /** Words in lower case with dots between them. */
  public String meterName() {
    return meterName;
  }
}
