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
 * @param transactionTimeout how long a transaction on the cluster may take, from its opening to the
 *     answer to its commit, before it fails with {@code CLUSTER_UNAVAILABLE}; 1 s to 5 min, 10 s by
 *     default; options of a single transaction that set a timeout go before it. FoundationDB's
 *     transactions live 5 s, so that a longer time only means more patience with a cluster that
 *     does not answer: callers, visits and connections wait as long. Raise it where a cluster
 *     recovers from failures in more than 10 s, and its callers would rather wait than ask again.
 */
public record ClusterOptions(
    String name,
    Subspace root,
    int shards,
    Duration minInactive,
    PointerLeasing leasing,
    Duration transactionTimeout) {
  /** How long a transaction may take unless the options say otherwise. */
  public static final Duration TRANSACTION_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

  private static final byte[] DEFAULT_ROOT = {'T', 'n'};

  public ClusterOptions {
    QueueLimits.checkName("cluster name", name, QueueLimits.APPLICATION_BYTES_MAX);
    QueueLimits.checkBetween("shards", shards, 1, QueueLimits.SHARDS_MAX);
    QueueLimits.checkBetween(
        "minInactive", minInactive, Duration.ofMillis(100), Duration.ofDays(1));
    QueueLimits.checkBetween(
        "transactionTimeout",
        transactionTimeout,
        QueueLimits.TRANSACTION_TIMEOUT_MIN,
        QueueLimits.TRANSACTION_TIMEOUT_MAX);
  }

  /** As the full one, with the default {@code transactionTimeout}. */
  public ClusterOptions(
      String name, Subspace root, int shards, Duration minInactive, PointerLeasing leasing) {
    this(name, root, shards, minInactive, leasing, TRANSACTION_TIMEOUT_DEFAULT);
  }

  /** One shard, half a minute of grace, ten seconds a transaction, below the bytes {@code Tn}. */
  public static ClusterOptions named(String name) {
    return new ClusterOptions(
        name, new Subspace(DEFAULT_ROOT), 1, Duration.ofSeconds(30), PointerLeasing.ADAPTIVE);
  }

  public ClusterOptions withRoot(Subspace newRoot) {
    return new ClusterOptions(name, newRoot, shards, minInactive, leasing, transactionTimeout);
  }

  public ClusterOptions withShards(int newShards) {
    return new ClusterOptions(name, root, newShards, minInactive, leasing, transactionTimeout);
  }

  public ClusterOptions withMinInactive(Duration newMinInactive) {
    return new ClusterOptions(name, root, shards, newMinInactive, leasing, transactionTimeout);
  }

  public ClusterOptions withLeasing(PointerLeasing newLeasing) {
    return new ClusterOptions(name, root, shards, minInactive, newLeasing, transactionTimeout);
  }

  public ClusterOptions withTransactionTimeout(Duration newTransactionTimeout) {
    return new ClusterOptions(name, root, shards, minInactive, leasing, newTransactionTimeout);
  }
}
