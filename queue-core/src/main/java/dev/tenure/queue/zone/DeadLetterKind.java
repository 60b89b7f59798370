package dev.tenure.queue.zone;

/** Why an item was set aside. */
public enum DeadLetterKind {
  /** It failed permanently, or is exhausted. */
  FAILED,
  /** No consumer can read its payload, or knows its type. */
  PARKED
}
