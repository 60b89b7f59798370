package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import java.util.concurrent.CompletableFuture;

/** Makes a tenant's store and its record in ClusterDB, in one transaction. */
record TenantMaking(
    QueueCluster cluster,
    RecordContext context,
    long applicationId,
    TenantId tenant,
    Making making) {

  CompletableFuture<Making.Result> run() {
    CompletableFuture<Boolean> permitted = making.life() == 0 ? done(true) : isPermitted();
    return cluster
        .space()
        .openClusterStore(context)
        .thenCompose(
            store ->
                TenantRecord.find(store, applicationId, tenant)
                    .thenCompose(
                        found ->
                            found.isPresent()
                                ? done(met(found.get().stored()))
                                : permitted.thenCompose(
                                    may ->
                                        may ? isFenced(store) : done(Making.Result.PERMIT_OVER))));
  }

  private CompletableFuture<Boolean> isPermitted() {
    return context.readVersion().thenApply(version -> version <= making.permit());
  }

  /** A store that was made without a directory may be of any life. */
  private Making.Result met(StoredTenant found) {
    return making.life() == 0 || found.isOf(making.life())
        ? Making.Result.THERE
        : Making.Result.OTHER_LIFE;
  }

  private CompletableFuture<Making.Result> isFenced(RecordStore clusterStore) {
    if (making.life() == 0) {
      return make(clusterStore);
    }
    return Fences.read(context, cluster.keys().fence(applicationId, tenant.user()))
        .thenCompose(
            fence -> fence >= making.permit() ? done(Making.Result.DELETED) : make(clusterStore));
  }

  private CompletableFuture<Making.Result> make(RecordStore clusterStore) {
    ClusterTenant entry =
        ClusterTenant.newBuilder()
            .setApplicationId(applicationId)
            .setUser(tenant.user())
            .setCreatedMillis(context.now().toEpochMilli())
            .setLife(making.life())
            .build();
    return clusterStore
        .save(entry, SaveMode.ASSUME_NEW)
        .thenCompose(saved -> cluster.openStore(context, applicationId, tenant, OpenMode.CREATE))
        .thenApply(store -> Making.Result.MADE);
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
