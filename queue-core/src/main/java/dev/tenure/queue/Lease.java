package dev.tenure.queue;

import java.time.Duration;
import java.time.Instant;

/**
 * A holder's claim on an item: a vesting time in the future and a random id (paper section 5).
 * Another consumer may take the item over only when the lease has ended by wall time and by read
 * version.
 *
 * @param id random, new with each grant
 * @param until the time at which the lease ends by wall time
 * @param duration the duration for which the lease was granted
 * @param version the read version of the granting transaction; the lease ends by version when as
 *     many versions have passed as the duration corresponds to
 */
public record Lease(LeaseId id, Instant until, Duration duration, long version) {

  /** The read version from which the lease is over. */
  public long endVersion() {
    return Clocks.leaseEnd(version, duration.toMillis());
  }

  /** Whether the lease has not ended by version, so that nobody can have taken the item over. */
  public boolean lastsAt(long readVersion) {
    return readVersion < endVersion();
  }
}
