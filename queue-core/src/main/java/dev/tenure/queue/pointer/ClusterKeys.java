package dev.tenure.queue.pointer;

import com.apple.foundationdb.subspace.Subspace;

/**
 * Where things lie in a cluster's key space, below one root (docs/formats/queue.md). Layout 1.
 *
 * @param root below which everything of Tenure lies
 */
public record ClusterKeys(Subspace root) {
  private static final long LAYOUT = 1;

  /** ClusterDB, the record store pinned to this cluster. */
  public Subspace clusterStore() {
    return part(0);
  }

  /** Application names and their small integers. */
  public Subspace names() {
    return part(1);
  }

  /** The record store of one tenant. */
  public Subspace tenantStore(long applicationId, String user) {
    return root.get(LAYOUT).get(2).get(applicationId).get(user);
  }

  /** Existence and asleep entries of pointers. */
  Subspace entries() {
    return part(3);
  }

  /** Nudges by shard and vesting time. */
  Subspace nudges() {
    return part(4);
  }

  /** One counter a shard, bumped when something may run earlier. */
  Subspace signals() {
    return part(5);
  }

  /** Marks by which a process finds out whether its last commit took effect. */
  public Subspace lanes() {
    return part(6);
  }

  /** The list of the deployment's clusters, one key. */
  public byte[] clusterList() {
    return part(7).pack();
  }

  private Subspace part(long number) {
    return root.get(LAYOUT).get(number);
  }
}
