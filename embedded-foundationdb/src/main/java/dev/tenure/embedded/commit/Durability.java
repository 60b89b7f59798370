package dev.tenure.embedded.commit;

/** When a commit is acknowledged. */
public enum Durability {
  /** Once it is on disk; a transaction marked durability-risky once it is ordered and written. */
  SYNC,
  /** Once it is written to the operating system: a crash of the machine may lose the last ones. */
  RELAXED
}
