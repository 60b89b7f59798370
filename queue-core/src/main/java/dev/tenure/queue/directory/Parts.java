package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantStores;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryMove;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The objects that every operation of the directory uses.
 *
 * @param deployment the clusters, whose stored list names this directory
 */
record Parts(
    Deployment deployment, TenantStores stores, Entries entries, DirectoryOptions options) {

  private RecordDatabase environment() {
    return deployment.clusters().get(0).database();
  }

  Instant now() {
    return environment().clock().instant();
  }

  /** Draws a random life. It is never 0, which means a store that was made without a directory. */
  long drawLife() {
    long life = environment().random().nextLong();
    return life == 0 ? 1 : life;
  }

  CompletableFuture<QueueCluster> cluster(DirectoryEntry entry, TenantId tenant) {
    return deployment
        .cluster(entry.getCluster())
        .map(CompletableFuture::completedFuture)
        .orElseGet(
            () ->
                CompletableFuture.failedFuture(
                    new QueueException(
                        Code.CLUSTER_NOT_FOUND,
                        "the directory has tenant "
                            + tenant
                            + " on cluster "
                            + entry.getCluster()
                            + ", this process does not know that cluster")));
  }

  /**
   * What an operation does after its first write. Its error tells that the operation may have had a
   * part of its effect.
   */
  static <T> CompletableFuture<T> afterFirstWrite(CompletableFuture<T> rest) {
    return rest.exceptionallyCompose(
        error ->
            CompletableFuture.failedFuture(
                RecordLayerException.withDoubt(
                    FdbErrorPredicates.unwrap(error),
                    "the entry of the directory was changed before")));
  }

  /** Refuses a kind of key that the options do not name. */
  void requireKind(String kind) {
    if (!options.keys().contains(kind)) {
      throw new IllegalArgumentException(
          "alternate key " + kind + " is of no known kind; known are " + options.keys());
    }
  }

  /** Fails with TENANT_MOVING while a move of the tenant is under way. */
  void requireNoMove(StoredEntry entry) {
    if (entry.value().hasMove()) {
      DirectoryMove move = entry.value().getMove();
      throw new QueueException(
          Code.TENANT_MOVING,
          "tenant "
              + entry.tenant()
              + " is moving from cluster "
              + move.getSource()
              + " to "
              + move.getTarget()
              + ": let the move end, or revert it");
    }
  }

  QueueException notFound(TenantId tenant, String why) {
    return new QueueException(Code.TENANT_NOT_FOUND, "tenant " + tenant + " " + why);
  }

  QueueException deleting(TenantId tenant) {
    return new QueueException(
        Code.TENANT_DELETING,
        "tenant " + tenant + " is being deleted; repeat the deletion to complete it");
  }
}
