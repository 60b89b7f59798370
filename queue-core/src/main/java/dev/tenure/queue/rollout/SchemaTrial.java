package dev.tenure.queue.rollout;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import dev.tenure.queue.cluster.TenantStores;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.util.concurrent.CompletableFuture;

/** Opens some stores of an application with a schema, without a commit. */
record SchemaTrial(TenantStores stores, String application, RecordMetaData schema) {
  private static final int STORES_MAX = 20;

  /** Fails with the error of the first store that refuses the schema. */
  CompletableFuture<Void> on(QueueCluster cluster) {
    return stores
        .scan(cluster, application, "", STORES_MAX)
        .thenCompose(
            tenants ->
                AsyncLoop.all(
                    tenants.stream()
                        .map(StoredTenant::tenant)
                        .map(tenant -> open(cluster, tenant))
                        .toList()))
        .thenAccept(opened -> {});
  }

  private CompletableFuture<Void> open(QueueCluster cluster, TenantId tenant) {
    return cluster
        .read(
            context ->
                cluster
                    .storeOptions(context, tenant)
                    .thenCompose(
                        options ->
                            RecordStore.open(
                                context,
                                StoreOptions.of(options.subspace(), schema)
                                    .withMode(OpenMode.OPEN)
                                    .withBuild(new BuildLimits(0, 0)))))
        .<Void>handle(
            (opened, error) -> {
              if (error != null && isRefusal(error)) {
                throw new RecordLayerException(
                    RecordLayerException.Code.METADATA_REFUSED,
                    "the store of tenant "
                        + tenant
                        + " on cluster "
                        + cluster.name()
                        + " refuses version "
                        + schema.version()
                        + ": "
                        + RecordLayerException.of(error).getMessage(),
                    error);
              }
              return null;
            });
  }

  /** A store that is locked, or gone by now, says nothing of the schema. */
  private static boolean isRefusal(Throwable error) {
    return RecordLayerException.of(error) instanceof RecordLayerException known
        && (known.code() == RecordLayerException.Code.METADATA_CHANGED
            || known.code() == RecordLayerException.Code.METADATA_NEWER);
  }
}
