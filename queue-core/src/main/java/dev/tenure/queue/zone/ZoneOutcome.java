package dev.tenure.queue.zone;

/** The outcome of an operation on one item. */
public enum ZoneOutcome {
  DONE,
  /** There is no such item: it was completed, cancelled or set aside. Nothing was changed. */
  ITEM_GONE,
  /** The given lease is not the item's lease any more. Nothing was changed. */
  LEASE_LOST,
  /** Another consumer holds a lease on the item. Nothing was changed. */
  ITEM_LEASED,
  /** The item waits behind the head of its ordered group. Nothing was changed. */
  BLOCKED
}
