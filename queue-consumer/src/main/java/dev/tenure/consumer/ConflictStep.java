package dev.tenure.consumer;

/** Where a consumer met another one: cheap and expected, never an error (paper section 8). */
public enum ConflictStep {
  /** A visit read that the pointer had been visited since it was peeked. */
  READ,
  /** A visit's commit lost against another one. */
  COMMIT,
  /** A local item had been leased or completed since it was peeked. */
  LOCAL_ITEM
}
