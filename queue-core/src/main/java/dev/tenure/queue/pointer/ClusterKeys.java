package dev.tenure.queue.pointer;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.tuple.KeyPacker;

/**
 * The subspaces of a cluster's key space below one root (docs/formats/queue.md). Layout 1.
 *
 * @param root the prefix of all keys of Tenure
 */
public record ClusterKeys(Subspace root) {
  private static final long LAYOUT = 1;

  /** ClusterDB, the record store of the cluster itself. */
  public Subspace clusterStore() {
    return part(0);
  }

  /** Names of applications, and the integers that represent them. */
  public Subspace names() {
    return part(1);
  }

  /** The record store of one tenant. */
  public Subspace tenantStore(long applicationId, String user) {
    return new Subspace(key(2, applicationId, user));
  }

  /** Existence and asleep entries of pointers. */
  Subspace entries() {
    return part(3);
  }

  /** Nudges by shard and vesting time. */
  Subspace nudges() {
    return part(4);
  }

  /** One counter for each shard, raised when an item or pointer may vest earlier than before. */
  Subspace signals() {
    return part(5);
  }

  /** Commit markers: keys by which a process finds out whether its last commit took effect. */
  public Subspace commitMarkers() {
    return part(6);
  }

  /** The key of the deployment's list of clusters. */
  public byte[] clusterList() {
    return part(7).pack();
  }

  /** The key of the fence that a deleted tenant may leave for a while. */
  public byte[] fence(long applicationId, String user) {
    return fences().pack(Tuple.from(applicationId, user));
  }

  /** The fences of deleted tenants. */
  public Subspace fences() {
    return part(8);
  }

  /** The key space of a shard of the tenant directory. */
  public Subspace directoryShard() {
    return part(9);
  }

  /** The key of the progress of a move of a tenant to this cluster. */
  public byte[] move(long applicationId, String user) {
    return key(10, applicationId, user);
  }

  /** Marks of local items with given ids. */
  public Subspace localMarks() {
    return part(11);
  }

  /** The shards that applications have of their own, by the application's name. */
  public Subspace applicationShards() {
    return part(12);
  }

  /** The stored schemas of applications, and their roll-outs. */
  public Subspace schemas() {
    return part(13);
  }

  /** The moves that were asked for, and the plans of many. */
  public Subspace moveRequests() {
    return part(14);
  }

  private Subspace part(long number) {
    return root.get(Tuple.from(LAYOUT, number));
  }

  private byte[] key(long part, long applicationId, String user) {
    return KeyPacker.pack(root.getKey(), Tuple.from(LAYOUT, part, applicationId, user));
  }
}
