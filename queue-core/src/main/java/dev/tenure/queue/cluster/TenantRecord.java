package dev.tenure.queue.cluster;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A tenant's record in the open ClusterDB, within a transaction. */
record TenantRecord(
    RecordStore clusterStore, long applicationId, TenantId tenant, StoredRecord record) {

  /** Finds the record of a tenant; empty when the cluster does not have the tenant. */
  static CompletableFuture<Optional<TenantRecord>> find(
      QueueCluster cluster, RecordContext context, TenantId tenant) {
    return cluster
        .applicationId(context, tenant.application())
        .thenCompose(
            id ->
                id.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : cluster
                        .space()
                        .openClusterStore(context)
                        .thenCompose(store -> find(store, id.get(), tenant)));
  }

  static CompletableFuture<Optional<TenantRecord>> find(
      RecordStore clusterStore, long applicationId, TenantId tenant) {
    return clusterStore
        .load(ClusterSchema.TENANT, Tuple.from(applicationId, tenant.user()))
        .thenApply(
            found ->
                found.map(record -> new TenantRecord(clusterStore, applicationId, tenant, record)));
  }

  StoredTenant stored() {
    return stored(tenant, (ClusterTenant) record.message());
  }

  static StoredTenant stored(TenantId tenant, ClusterTenant record) {
    return new StoredTenant(
        tenant, record.getLife(), Instant.ofEpochMilli(record.getCreatedMillis()));
  }
}
