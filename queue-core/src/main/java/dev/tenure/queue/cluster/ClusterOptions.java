package dev.tenure.queue.cluster;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.pointer.PointerLeasing;
import java.time.Duration;

/**
 * The options by which a process uses one cluster.
 *
 * @param name the cluster's name in errors and views, unique in a deployment; 1 to 64 bytes.
 *     Tenants are placed by it, so it never changes
 * @param root the prefix of all keys of Tenure on the cluster; default the bytes {@code Tn}. Change
 *     it where other layers share the cluster; it never changes afterwards
 * @param shards the number of top-level queues over which new pointers are spread; 1 to 256,
 *     default 1. Each shard costs one more scan per poll of every consumer. Raise it where scanners
 *     or pointer creations conflict in one shard; existing pointers stay where they are
 * @param minInactive the time that a zone stays empty before its pointer is deleted; 100 ms to 1
 *     day, default 30 s. A longer time keeps more idle pointers, which are still visited; a shorter
 *     one makes pointers more often. Raise it where zones get items every few minutes
 * @param leasing whether a visit leases its pointer in a transaction of its own; default ADAPTIVE
 * @param transactionTimeout the longest time of a transaction, from its opening to the answer to
 *     its commit, after which it fails with {@code CLUSTER_UNAVAILABLE}; 1 s to 5 min, default 10
 *     s. With a longer time, callers and visits wait longer for a cluster that does not answer.
 *     Raise it where a cluster needs more than 10 s to recover and callers prefer waiting to an
 *     error
 * @param externalStores the external stores that this process has, default none. Change it to
 *     enqueue into zones of such a store, or to serve them
 * @param visitLeases whether leases of visits are on in a cluster that this process makes; default
 *     true. Processes of releases that do not know them cannot open the stores that have got some.
 *     Make it false where such processes will run on the new cluster; the cluster keeps what it was
 *     made with until {@link QueueCluster#leaseTogether} changes it
 */
public record ClusterOptions(
    String name,
    Subspace root,
    int shards,
    Duration minInactive,
    PointerLeasing leasing,
    Duration transactionTimeout,
    ExternalStores externalStores,
    boolean visitLeases) {
  /** The default of {@code transactionTimeout}. */
  public static final Duration TRANSACTION_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

  private static final byte[] DEFAULT_ROOT = {'T', 'n'};
  private static final byte[] NAMED_ROOTS = {'T', 'o'};

  public ClusterOptions {
    QueueLimits.checkName("cluster name", name, QueueLimits.APPLICATION_BYTES_MAX);
    if (DirectoryLayout.isLayout(name)) {
      throw new IllegalArgumentException(
          "the cluster name " + name + " begins with " + DirectoryLayout.MEMBER_PREFIX);
    }
    QueueLimits.checkBetween("shards", shards, 1, QueueLimits.SHARDS_MAX);
    QueueLimits.checkBetween(
        "minInactive", minInactive, Duration.ofMillis(100), Duration.ofDays(1));
    QueueLimits.checkBetween(
        "transactionTimeout",
        transactionTimeout,
        QueueLimits.TRANSACTION_TIMEOUT_MIN,
        QueueLimits.TRANSACTION_TIMEOUT_MAX);
  }

  /** Options with the default {@code transactionTimeout}. */
  public ClusterOptions(
      String name, Subspace root, int shards, Duration minInactive, PointerLeasing leasing) {
    this(name, root, shards, minInactive, leasing, TRANSACTION_TIMEOUT_DEFAULT);
  }

  /** Options without external stores, and with leases of visits in new clusters. */
  public ClusterOptions(
      String name,
      Subspace root,
      int shards,
      Duration minInactive,
      PointerLeasing leasing,
      Duration transactionTimeout) {
    this(name, root, shards, minInactive, leasing, transactionTimeout, ExternalStores.none(), true);
  }

  /** The default options with a name; the parameters of the record give each value. */
  public static ClusterOptions named(String name) {
    return new ClusterOptions(
        name, new Subspace(DEFAULT_ROOT), 1, Duration.ofSeconds(30), PointerLeasing.ADAPTIVE);
  }

  public ClusterOptions withRoot(Subspace newRoot) {
    return new ClusterOptions(
        name,
        newRoot,
        shards,
        minInactive,
        leasing,
        transactionTimeout,
        externalStores,
        visitLeases);
  }

  /**
   * A root with a name, in place of the default one. Deployments with different roots on one
   * FoundationDB cluster do not see one another. All processes of a deployment need the same root,
   * and another root is another, empty cluster.
   *
   * @param rootName 1 to 64 bytes of UTF-8
   */
  public ClusterOptions withRoot(String rootName) {
    QueueLimits.checkName("root", rootName, QueueLimits.APPLICATION_BYTES_MAX);
    return withRoot(new Subspace(Tuple.from(rootName), NAMED_ROOTS));
  }

  public ClusterOptions withShards(int newShards) {
    return new ClusterOptions(
        name,
        root,
        newShards,
        minInactive,
        leasing,
        transactionTimeout,
        externalStores,
        visitLeases);
  }

  public ClusterOptions withMinInactive(Duration newMinInactive) {
    return new ClusterOptions(
        name,
        root,
        shards,
        newMinInactive,
        leasing,
        transactionTimeout,
        externalStores,
        visitLeases);
  }

  public ClusterOptions withLeasing(PointerLeasing newLeasing) {
    return new ClusterOptions(
        name,
        root,
        shards,
        minInactive,
        newLeasing,
        transactionTimeout,
        externalStores,
        visitLeases);
  }

  public ClusterOptions withTransactionTimeout(Duration newTransactionTimeout) {
    return new ClusterOptions(
        name,
        root,
        shards,
        minInactive,
        leasing,
        newTransactionTimeout,
        externalStores,
        visitLeases);
  }

  public ClusterOptions withExternalStores(ExternalStores newExternalStores) {
    return new ClusterOptions(
        name,
        root,
        shards,
        minInactive,
        leasing,
        transactionTimeout,
        newExternalStores,
        visitLeases);
  }

  public ClusterOptions withVisitLeases(boolean newVisitLeases) {
    return new ClusterOptions(
        name,
        root,
        shards,
        minInactive,
        leasing,
        transactionTimeout,
        externalStores,
        newVisitLeases);
  }
}
