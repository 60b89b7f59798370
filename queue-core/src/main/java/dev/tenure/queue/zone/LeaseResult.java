package dev.tenure.queue.zone;

/** The answer to asking for a lease on one item. */
public sealed interface LeaseResult {

  record Granted(LeasedItem leased) implements LeaseResult {}

  /** Nothing was changed. */
  record NotAvailable(Reason reason) implements LeaseResult {}

  /** Why no lease was granted. */
  enum Reason {
    ITEM_GONE,
    NOT_VESTED,
    /** It waits behind others of its ordered group. */
    BLOCKED
  }
}
