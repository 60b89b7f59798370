package dev.tenure.consumer;

/**
 * The step at which two consumers collided. A collision is cheap and expected, never an error
 * (paper section 8).
 */
public enum ConflictStep {
  /** A visit read that the pointer had been visited since it was peeked. */
  READ,
  /** A visit's commit lost against another one. */
  COMMIT,
  /** A local item had been leased or completed since it was peeked. */
  LOCAL_ITEM
}
