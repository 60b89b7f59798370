package dev.tenure.queue.pointer;

import com.google.protobuf.ByteString;
import dev.tenure.queue.Clocks;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.pointer.PointerEntries.Entries;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;

/**
 * A pointer as a visit has read it.
 *
 * @param record the pointer, read serializably
 * @param entries the existence entry E and the asleep entry S, read by snapshot
 * @param version the read version, by which a sleep is confirmed
 */
record FoundPointer(RecordStore clusterStore, StoredRecord record, Entries entries, long version) {
  QueueItem pointer() {
    return Pointers.message(record);
  }

  Instant vesting() {
    return Pointers.vesting(pointer());
  }

  /** Whether a visit has leased the pointer (docs/queue-protocol.md, "Leasing pointers"). */
  boolean isLeased() {
    return !pointer().getLeaseId().isEmpty();
  }

  /** The same pointer under a lease that is granted now. */
  QueueItem.Builder leased(LeaseId lease, Duration duration) {
    return pointer().toBuilder()
        .setLeaseId(ByteString.copyFrom(lease.bytes()))
        .setLeaseVersion(version)
        .setLeaseMillis(duration.toMillis());
  }

  /**
   * How long the lease still lasts by version; zero when it has ended. A lease of a release that
   * wrote no version ends by time alone.
   */
  Duration lastsByVersion() {
    long end = Clocks.leaseEnd(pointer().getLeaseVersion(), pointer().getLeaseMillis());
    return isLeased() && version < end
        ? Duration.ofMillis(Clocks.millisOf(end - version) + 1)
        : Duration.ZERO;
  }

  /** The end of the lease, by time and by version. */
  Instant leasedUntil(Instant now) {
    Instant byVersion = now.plus(lastsByVersion());
    return vesting().isAfter(byVersion) ? vesting() : byVersion;
  }

  /** Whether the lease may end, by time, later than any that is granted now. */
  boolean isLeasedAhead(Instant now) {
    Duration lease = Duration.ofMillis(pointer().getLeaseMillis());
    return isLeased()
        && !lease.isZero()
        && vesting().isAfter(now.plus(lease).plus(Clocks.APART_MAX));
  }

  boolean isHeldBy(LeaseId lease) {
    return pointer().getLeaseId().equals(ByteString.copyFrom(lease.bytes()));
  }
}
