package dev.tenure.queue.inspect;

/** The state of an item in its life cycle. */
public enum ItemState {
  /** Vested, and not leased. */
  READY,
  /** Vests later, and has not failed. */
  DELAYED,
  /** Waits behind the head of its ordered group. */
  BLOCKED,
  /** A consumer holds a lease on it. */
  LEASED,
  /** Vests later, after a failed attempt. */
  RETRYING,
  /** Set aside after a permanent error, or exhausted. */
  DEAD,
  /** Set aside because no consumer can read its payload or knows its type. */
  PARKED;

  boolean isSetAside() {
    return this == DEAD || this == PARKED;
  }
}
