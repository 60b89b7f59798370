package dev.tenure.queue.zone;

/** What became of an operation on one item. */
public enum ZoneOutcome {
  DONE,
  /** No such item: completed, cancelled or set aside before. Nothing was changed. */
  ITEM_GONE,
  /** The given lease is not the item's lease any more. Nothing was changed. */
  LEASE_LOST,
  /** Somebody holds a lease on it. Nothing was changed. */
  ITEM_LEASED,
  /** It waits behind others of its ordered group. Nothing was changed. */
  BLOCKED
}
