package dev.tenure.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of an item, as a transaction has read it.
 *
 * @param vesting the time at which the item may next be taken; under a lease, the time at which the
 *     lease ends
 * @param lease the last lease, which may have ended; empty after a release
 * @param leasedBy the consumer that took the last lease; empty before the first
 * @param leases the number of times that the item was leased
 * @param attempts the number of attempts that failed or vanished. Repetitions under one lease are
 *     one attempt; an attempt has vanished when its lease ended without a result
 * @param errors the number of attempts that failed
 * @param bodySize the number of bytes of payload and attributes
 * @param group the ordered group to which the item belongs
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

  /** Whether a lease holds the item at the given time. */
  public boolean leasedAt(Instant now) {
    return lease.isPresent() && vesting.isAfter(now);
  }
}
