package dev.tenure.queue.cluster;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.queue.QueueLimits;
import java.time.Duration;

/**
 * How one cluster is used.
 *
 * @param name by which people know it; unique in a deployment
 * @param root below which everything of Tenure lies in the cluster's key space
 * @param shards top-level queues that new pointers are spread over; pointers already made stay
 * @param minInactive how long a zone stays empty before its pointer is collected
 */
public record ClusterOptions(String name, Subspace root, int shards, Duration minInactive) {
  private static final byte[] DEFAULT_ROOT = {'T', 'n'};

  public ClusterOptions {
    QueueLimits.checkName("cluster name", name, QueueLimits.APPLICATION_BYTES_MAX);
    QueueLimits.checkBetween("shards", shards, 1, QueueLimits.SHARDS_MAX);
    QueueLimits.checkBetween(
        "minInactive", minInactive, Duration.ofMillis(100), Duration.ofDays(1));
  }

  /** One shard, half a minute of grace, below the two bytes {@code Tn}. */
  public static ClusterOptions named(String name) {
    return new ClusterOptions(name, new Subspace(DEFAULT_ROOT), 1, Duration.ofSeconds(30));
  }

  public ClusterOptions withRoot(Subspace newRoot) {
    return new ClusterOptions(name, newRoot, shards, minInactive);
  }

  public ClusterOptions withShards(int newShards) {
    return new ClusterOptions(name, root, newShards, minInactive);
  }

  public ClusterOptions withMinInactive(Duration newMinInactive) {
    return new ClusterOptions(name, root, shards, newMinInactive);
  }
}
