package dev.tenure.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * An item as it was read.
 *
 * @param vesting when it may next be taken; with a lease, when the lease ends
 * @param lease the last lease granted, which may have expired; empty once released
 * @param leasedBy the consumer that took the last lease, empty when none has
 * @param leases how often it was leased
 * @param attempts how many attempts failed, in-line retries not counted, or were never heard of
 *     again: their lease had run out when the item was taken over or updated
 * @param errors how many attempts failed
 * @param bodySize bytes of payload and attributes
 * @param group the ordered group it belongs to
 * @param body empty when the body lies apart and was not read with the item
 */
public record WorkItem(
    String zone,
    String id,
    String type,
    int schemaVersion,
    int priority,
    Instant vesting,
    Optional<Lease> lease,
    Optional<String> leasedBy,
    int leases,
    int attempts,
    int errors,
    Instant enqueuedAt,
    int bodySize,
    Optional<String> group,
    Optional<ItemBody> body) {

  /** Attempts that were never heard of again, since it was enqueued or last redriven. */
  public int vanished() {
    return attempts - errors;
  }

  /** Whether a lease holds it at the given time. */
  public boolean leasedAt(Instant now) {
    return lease.isPresent() && vesting.isAfter(now);
  }
}
