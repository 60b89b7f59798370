package dev.tenure.queue.cluster;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/**
 * One cluster inside one transaction: the stores of its tenants, stores of applications, and local
 * items. All that is written commits together or not at all. Valid until the transaction ends.
 *
 * <p>A store of an application is opened with {@code RecordStore.open} in {@link #context}, at a
 * subspace outside the cluster's root.
 */
public final class ClusterTransaction {
  private final QueueCluster cluster;
  private final RecordContext context;
  private final Optional<TenantTransaction> own;
  private final UnaryOperator<NewItem> preparation;

  /**
   * @param own the tenant whose item this transaction ends
   * @param preparation is applied to each item that is enqueued
   */
  ClusterTransaction(
      QueueCluster cluster,
      RecordContext context,
      Optional<TenantTransaction> own,
      UnaryOperator<NewItem> preparation) {
    this.cluster = cluster;
    this.context = context;
    this.own = own;
    this.preparation = preparation;
  }

  /** The same transaction, in which a change is applied to each item that is enqueued. */
  public ClusterTransaction preparing(UnaryOperator<NewItem> change) {
    return new ClusterTransaction(cluster, context, own, change);
  }

  /** The name of the cluster. */
  public String name() {
    return cluster.name();
  }

  public RecordContext context() {
    return context;
  }

  /**
   * A tenant of this cluster, with its store and zones. Enqueues of a suspended tenant are refused,
   * unless the transaction ends an item of that tenant.
   *
   * @return fails with {@code TENANT_NOT_FOUND} when the tenant's store is not on this cluster: no
   *     transaction reaches another cluster
   */
  public CompletableFuture<TenantTransaction> tenant(TenantId tenant) {
    if (own.filter(mine -> mine.tenant().equals(tenant)).isPresent()) {
      return CompletableFuture.completedFuture(own.orElseThrow());
    }
    return cluster
        .begin(context, tenant)
        .thenApply(found -> found.preparing(preparation))
        .exceptionally(
            error -> {
              Throwable plain = FdbErrorPredicates.unwrap(error);
              throw QueueCluster.isTenantNotFound(plain)
                  ? elsewhere(tenant, plain)
                  : new CompletionException(plain);
            });
  }

  private QueueException elsewhere(TenantId tenant, Throwable cause) {
    return new QueueException(
        QueueException.Code.TENANT_NOT_FOUND,
        "tenant "
            + tenant
            + " has no store on cluster "
            + name()
            + "; this transaction reaches only stores of that cluster",
        cause);
  }

  /** As {@link QueueCluster#enqueueLocal}, in this transaction. */
  public CompletableFuture<EnqueueResult> enqueueLocal(NewItem item) {
    return new LocalItems(cluster, context).enqueue(preparation.apply(item));
  }

  /** The local items of a shard. */
  public CompletableFuture<QueueZone> localZone(int shard) {
    return cluster
        .space()
        .openClusterStore(context)
        .thenApply(store -> cluster.space().shardZone(store, shard));
  }

  /** Notes that a local item has been completed, if its id is remembered. */
  public CompletableFuture<Void> noteLocalDone(String id) {
    return new LocalItems(cluster, context).done(id);
  }

  /**
   * The deployment's list of clusters as this cluster has stored it; empty when it has stored no
   * list. The transaction fails when the list is changed before it commits.
   */
  public CompletableFuture<Optional<ClusterList>> storedList() {
    return new StoredList(cluster).find(context);
  }
}
