package dev.tenure.queue.zone;

import dev.tenure.queue.Lease;

/** The answer to asking for more time. */
public sealed interface ExtendResult {

  record Extended(Lease lease) implements ExtendResult {}

  /** Nothing was changed; the outcome says whether the item is gone or the lease lost. */
  record NotExtended(ZoneOutcome outcome) implements ExtendResult {}
}
