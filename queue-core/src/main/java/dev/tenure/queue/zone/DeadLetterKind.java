package dev.tenure.queue.zone;

/** Why an item was set aside. */
public enum DeadLetterKind {
  /** A permanent error, or its retries are exhausted. */
  FAILED,
  /** It could not be read, or nobody knows its type. */
  PARKED
}
