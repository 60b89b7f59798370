package dev.tenure.queue.zone;

import dev.tenure.queue.Lease;

/** The result of extending a lease. */
public sealed interface ExtendResult {

  record Extended(Lease lease) implements ExtendResult {}

  /** Nothing was changed: the item is gone, or the lease is lost. */
  record NotExtended(ZoneOutcome outcome) implements ExtendResult {}
}
