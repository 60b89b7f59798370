package dev.tenure.queue.inspect;

/** Where an item stands in its life cycle. */
public enum ItemState {
  /** Vested, nobody holds it. */
  READY,
  /** Vests later, never failed. */
  DELAYED,
  /** Waits behind others of its ordered group. */
  BLOCKED,
  /** A consumer holds a lease on it. */
  LEASED,
  /** Failed before, vests later. */
  RETRYING,
  /** Set aside: permanent error or retries exhausted. */
  DEAD,
  /** Set aside: unreadable, or of a type nobody knows. */
  PARKED
}
