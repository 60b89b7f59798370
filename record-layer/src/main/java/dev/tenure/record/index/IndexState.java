package dev.tenure.record.index;

/** What an index of one store can be used for, and whether saves keep it. */
public enum IndexState {
  /** Kept up to date, and fits the records. */
  READABLE,
  /** Empty and not kept: the store was too large to build it when it was opened. */
  DISABLED,
  /** Kept up to date for the records it has been built of; being built, and not read. */
  WRITE_ONLY,
  /**
   * Kept up to date and fits the records, but there are records of equal columns from before it was
   * unique; no more of them are let in.
   */
  UNIQUE_PENDING;

  /** Whether the index fits the records, so that it may be scanned. */
  public boolean isScannable() {
    return this == READABLE || this == UNIQUE_PENDING;
  }
}
