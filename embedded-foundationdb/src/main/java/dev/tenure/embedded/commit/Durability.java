package dev.tenure.embedded.commit;

/** The moment at which a commit is acknowledged. */
public enum Durability {
  /**
   * A commit is acknowledged once it is on disk; a transaction marked durability-risky, once it is
   * ordered and written.
   */
  SYNC,
  /**
   * A commit is acknowledged once it is written to the operating system. A crash of the machine may
   * lose the last commits.
   */
  RELAXED
}
