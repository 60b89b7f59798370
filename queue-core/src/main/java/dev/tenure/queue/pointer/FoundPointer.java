package dev.tenure.queue.pointer;

import com.google.protobuf.ByteString;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.pointer.PointerEntries.Entries;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
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

  boolean isHeldBy(LeaseId lease) {
    return pointer().getLeaseId().equals(ByteString.copyFrom(lease.bytes()));
  }
}
