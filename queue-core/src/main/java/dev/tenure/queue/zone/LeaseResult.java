package dev.tenure.queue.zone;

/** The result of leasing one item. */
public sealed interface LeaseResult {

  record Granted(LeasedItem leased) implements LeaseResult {}

  /** Nothing was changed. */
  record NotAvailable(Reason reason) implements LeaseResult {}

  /** The reason why no lease was granted. */
  enum Reason {
    ITEM_GONE,
    NOT_VESTED,
    /** The item waits behind the head of its ordered group. */
    BLOCKED
  }
}
