package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.proto.QueueItem;
import java.time.Instant;
import java.util.HexFormat;

/**
 * An item as it is stored.
 *
 * @param cluster on which its tenant lies
 * @param leasedSince when its present lease, or its being without one, was seen first
 */
record ItemRow(RowKey key, String cluster, QueueItem item, Instant leasedSince) {
  private static final long VERSIONS_PER_MILLI = 1_000;

  Job job() {
    return Job.ofType(item.getType());
  }

  boolean isLeased() {
    return !item.getLeaseId().isEmpty();
  }

  String leaseHex() {
    return HexFormat.of().formatHex(item.getLeaseId().toByteArray());
  }

  /** The version after which its lease may be taken over. */
  long leaseEndVersion() {
    return item.getLeaseVersion() + item.getLeaseMillis() * VERSIONS_PER_MILLI;
  }

  Instant vesting() {
    return Instant.ofEpochMilli(item.getVestingMillis());
  }
}
