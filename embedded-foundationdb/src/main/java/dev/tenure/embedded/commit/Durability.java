package dev.tenure.embedded.commit;

/** The moment at which a commit is acknowledged. */
public enum Durability {
  /**
   * A commit is acknowledged once it is on disk. The commit of a transaction marked
   * durability-risky is acknowledged once it is ordered and written.
   */
  SYNC,
  /**
   * A commit is acknowledged once it is written to the operating system. A crash of the machine may
   * lose the last commits.
   */
  RELAXED
}
