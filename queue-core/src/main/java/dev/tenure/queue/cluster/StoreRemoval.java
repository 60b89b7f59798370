package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.TenantPointers;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Removes everything that one life of a tenant has on a cluster, in bounded transactions.
 *
 * <pre>
 * 1. mark      the store as being deleted: no enqueue commits any more
 * 2. pointers  with E and S, 100 at a time
 * 3. nudges reading 1,000 of a shard at a time
 * 4. store     by one range clear, with its record in ClusterDB; a fence if creators may be late
 * </pre>
 *
 * <p>Each transaction first checks that the record in ClusterDB belongs to this life, and otherwise
 * does nothing. So all steps may be repeated, and a late one does not touch the next life.
 */
final class StoreRemoval {
  private static final int POINTERS_AT_ONCE = 100;

  private static final RunOptions RUN =
      RunOptions.defaults().withName("delete-tenant").withIdempotent(true);

  private final QueueCluster cluster;
  private final TenantId tenant;
  private final long life;
  private final long permit;

  /**
   * @param permit the permit of the last creation of this life
   */
  StoreRemoval(QueueCluster cluster, TenantId tenant, long life, long permit) {
    this.cluster = cluster;
    this.tenant = tenant;
    this.life = life;
    this.permit = permit;
  }

  CompletableFuture<Void> run() {
    return slice(false, this::mark)
        .thenCompose(there -> there ? empty() : CompletableFuture.completedFuture(null))
        .thenCompose(done -> AsyncLoop.whileTrue(this::last));
  }

  private CompletableFuture<Void> empty() {
    return AsyncLoop.whileTrue(() -> slice(false, this::removePointers))
        .thenCompose(
            done -> {
              NudgeWalk walk = new NudgeWalk(cluster.shards());
              return AsyncLoop.whileTrue(
                  () ->
                      walk.step(
                          page ->
                              slice(
                                  NudgeWalk.NOTHING,
                                  own -> page.apply(pointers(own), own.clusterStore().context()))));
            });
  }

  /** One transaction on this life's store; the given result when there is none. */
  private <T> CompletableFuture<T> slice(
      T otherwise, Function<TenantRecord, CompletableFuture<T>> work) {
    return cluster
        .database()
        .run(
            RUN,
            context ->
                find(context)
                    .thenCompose(
                        found ->
                            found
                                .map(work)
                                .orElseGet(() -> CompletableFuture.completedFuture(otherwise))));
  }

  /** The record of this life. */
  private CompletableFuture<Optional<TenantRecord>> find(RecordContext context) {
    return TenantRecord.find(cluster, context, tenant)
        .thenApply(found -> found.filter(own -> own.stored().isOf(life)));
  }

  private CompletableFuture<Boolean> mark(TenantRecord own) {
    return cluster
        .openStore(own.clusterStore().context(), own.applicationId(), tenant, OpenMode.OPEN)
        .handle(
            (store, error) -> {
              if (error == null) {
                new TenantMark(TenantMark.State.DELETING, Long.MAX_VALUE).write(store);
              } else if (!QueueCluster.isTenantNotFound(error)) {
                throw TenantStores.failed(error);
              }
              return true;
            });
  }

  private CompletableFuture<Boolean> removePointers(TenantRecord own) {
    return pointers(own)
        .remove(own.clusterStore().context(), POINTERS_AT_ONCE)
        .thenApply(removed -> removed == POINTERS_AT_ONCE);
  }

  private TenantPointers pointers(TenantRecord own) {
    return new TenantPointers(cluster.space(), own.applicationId(), tenant);
  }

  /** Gives whether pointers were found, which another deletion would have left. */
  private CompletableFuture<Boolean> last() {
    return cluster
        .database()
        .run(
            RUN,
            context ->
                fence(context)
                    .thenCompose(fenced -> find(context))
                    .thenCompose(
                        found ->
                            found
                                .map(this::clear)
                                .orElseGet(() -> CompletableFuture.completedFuture(false))));
  }

  private CompletableFuture<Boolean> clear(TenantRecord own) {
    return pointers(own)
        .remove(own.clusterStore().context(), POINTERS_AT_ONCE)
        .thenApply(
            removed -> {
              if (removed == 0) {
                RecordStore.clear(
                    own.clusterStore().context(),
                    cluster.keys().tenantStore(own.applicationId(), tenant.user()));
                own.clusterStore().delete(own.record());
              }
              return removed > 0;
            });
  }

  private CompletableFuture<Void> fence(RecordContext context) {
    return context
        .readVersion()
        .thenCompose(
            version ->
                version > permit
                    ? CompletableFuture.completedFuture(null)
                    : cluster
                        .names()
                        .intern(context, tenant.application())
                        .thenCompose(
                            id ->
                                Fences.raise(
                                    context, cluster.keys().fence(id, tenant.user()), permit)));
  }
}
