package dev.tenure.record.index;

/** The state of an index in one store: whether saves maintain it, and whether it can be scanned. */
public enum IndexState {
  /** Saves maintain the index, and it can be scanned. */
  READABLE,
  /**
   * The index is empty, and saves do not maintain it. A new index is in this state when the store
   * was too large to build it while opening.
   */
  DISABLED,
  /**
   * The index is being built. Saves maintain it for the records that are already built. It cannot
   * be scanned.
   */
  WRITE_ONLY,
  /**
   * Saves maintain the index, and it can be scanned. It is defined as unique, but has records with
   * equal columns from before the definition. Further saves with equal columns are refused.
   */
  UNIQUE_PENDING;

  /** Whether the index is complete, so that it can be scanned. */
  public boolean isScannable() {
    return this == READABLE || this == UNIQUE_PENDING;
  }
}
