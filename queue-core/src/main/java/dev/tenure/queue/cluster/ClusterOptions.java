package dev.tenure.queue.cluster;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.pointer.PointerLeasing;
import java.time.Duration;

/**
 * How one cluster is used.
 *
 * @param name by which people know it; unique in a deployment
 * @param root below which everything of Tenure lies in the cluster's key space
 * @param shards top-level queues that new pointers are spread over; pointers already made stay
 * @param minInactive how long a zone stays empty before its pointer is collected
 * @param leasing whether visits lease pointers by transactions of their own
 */
public record ClusterOptions(
    String name, Subspace root, int shards, Duration minInactive, PointerLeasing leasing) {
  private static final byte[] DEFAULT_ROOT = {'T', 'n'};

  public ClusterOptions {
    QueueLimits.checkName("cluster name", name, QueueLimits.APPLICATION_BYTES_MAX);
    QueueLimits.checkBetween("shards", shards, 1, QueueLimits.SHARDS_MAX);
    QueueLimits.checkBetween(
        "minInactive", minInactive, Duration.ofMillis(100), Duration.ofDays(1));
  }

  /** One shard, half a minute of grace, below the two bytes {@code Tn}. */
  public static ClusterOptions named(String name) {
    return new ClusterOptions(
        name, new Subspace(DEFAULT_ROOT), 1, Duration.ofSeconds(30), PointerLeasing.ADAPTIVE);
  }

  public ClusterOptions withRoot(Subspace newRoot) {
    return new ClusterOptions(name, newRoot, shards, minInactive, leasing);
  }

  public ClusterOptions withShards(int newShards) {
    return new ClusterOptions(name, root, newShards, minInactive, leasing);
  }

  public ClusterOptions withMinInactive(Duration newMinInactive) {
    return new ClusterOptions(name, root, shards, newMinInactive, leasing);
  }

  public ClusterOptions withLeasing(PointerLeasing newLeasing) {
    return new ClusterOptions(name, root, shards, minInactive, newLeasing);
  }
}
