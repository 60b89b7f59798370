package dev.tenure.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * An item as a transaction read it.
 *
 * @param vesting when it may next be taken; under a lease, when the lease ends
 * @param lease the last lease, which may have ended; empty after a release
 * @param leasedBy the consumer that took the last lease; empty before the first
 * @param leases how many times it was leased
 * @param attempts how many attempts failed or vanished. Repetitions under one lease are one
 *     attempt; an attempt has vanished when its lease ended without a result
 * @param errors how many attempts failed
 * @param bodySize bytes of payload and attributes
 * @param group the ordered group it belongs to
 * @param body empty when the body is stored apart and was not read
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

  /** The number of attempts that vanished since the item was enqueued or last redriven. */
  public int vanished() {
    return attempts - errors;
  }

  /** Whether a lease holds it at the given time. */
  public boolean leasedAt(Instant now) {
    return lease.isPresent() && vesting.isAfter(now);
  }
}
