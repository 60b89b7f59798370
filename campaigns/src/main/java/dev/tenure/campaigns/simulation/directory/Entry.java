package dev.tenure.campaigns.simulation.directory;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.directory.TenantState;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.SecondaryKey;
import java.time.Instant;
import java.util.Set;

/**
 * What the directory stores of a tenant.
 *
 * @param number of the last change of the state
 * @param since the time of that change, by the process that made it
 */
record Entry(
    TenantState state,
    String cluster,
    long life,
    long number,
    Instant since,
    Set<SecondaryKey> keys) {

  static Entry of(DataRecord record) {
    try {
      DirectoryEntry value = DirectoryEntry.parseFrom(record.value());
      return new Entry(
          TenantState.valueOf(value.getState().name()),
          value.getCluster(),
          value.getLife(),
          value.getStateNumber(),
          Instant.ofEpochMilli(value.getStateMillis()),
          record.keys());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("the entry " + record.key() + " cannot be read", e);
    }
  }

  /** Whether this equals the entry that a process got. */
  boolean isTold(TenantEntry told) {
    return state == told.state()
        && cluster.equals(told.cluster())
        && life == told.life()
        && since.equals(told.since())
        && keys.equals(told.details().keys());
  }

  /** Whether transactions find the tenant: neither being created nor deleted. */
  boolean isSettled() {
    return state == TenantState.ACTIVE || state == TenantState.SUSPENDED;
  }
}
