package dev.tenure.record.cursor;

/** What a read promises. */
public enum Isolation {
  /** The commit fails when something that was read has changed. */
  SERIALIZABLE,
  /** Reads the same version, and does not conflict. */
  SNAPSHOT
}
