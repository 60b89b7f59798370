package dev.tenure.queue.zone;

/** Why an item was set aside. */
public enum DeadLetterKind {
  /** The item failed permanently, or had its last attempt. */
  FAILED,
  /** No consumer can read its payload, or knows its type. */
  PARKED
}
