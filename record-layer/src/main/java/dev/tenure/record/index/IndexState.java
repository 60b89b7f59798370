package dev.tenure.record.index;

/** What an index of one store can be used for. */
public enum IndexState {
  /** Kept up to date, and fits the records. */
  READABLE,
  /** Empty and not kept: the store was too large to build it when it was opened. */
  DISABLED
}
