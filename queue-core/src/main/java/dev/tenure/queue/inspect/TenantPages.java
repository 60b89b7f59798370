package dev.tenure.queue.inspect;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Pages of the tenants of one cluster, out of ClusterDB. */
final class TenantPages {
  private static final String TENANT = "ClusterTenant";

  /** The last code point: no user name with the prefix sorts after the prefix and this. */
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  private final QueueCluster cluster;

  TenantPages(QueueCluster cluster) {
    this.cluster = cluster;
  }

  CompletableFuture<Page<TenantSummary>> page(
      RecordStore store,
      Optional<String> application,
      Optional<String> userPrefix,
      int limit,
      Continuation from) {
    if (application.isEmpty()) {
      return page(store, TupleRange.all(), limit, from);
    }
    return cluster
        .applicationId(store.context(), application.get())
        .thenCompose(
            id ->
                id.isEmpty()
                    ? CompletableFuture.completedFuture(
                        new Page<TenantSummary>(List.of(), Optional.empty()))
                    : page(store, range(id.get(), userPrefix), limit, from));
  }

  private static TupleRange range(long applicationId, Optional<String> userPrefix) {
    if (userPrefix.isEmpty()) {
      return TupleRange.prefix(Tuple.from(applicationId));
    }
    String first = userPrefix.get();
    return TupleRange.between(
        Tuple.from(applicationId, first), true, Tuple.from(applicationId, first + LAST), true);
  }

  private CompletableFuture<Page<TenantSummary>> page(
      RecordStore store, TupleRange range, int limit, Continuation from) {
    return Listing.page(
        store.scan(TENANT, range, from, Listing.scanOptions()),
        limit,
        stored -> summary(store, stored).thenApply(Optional::of));
  }

  private CompletableFuture<TenantSummary> summary(RecordStore store, StoredRecord stored) {
    ClusterTenant tenant = (ClusterTenant) stored.message();
    return cluster
        .applicationName(store.context(), tenant.getApplicationId())
        .thenApply(
            application ->
                new TenantSummary(
                    new TenantId(application, tenant.getUser()),
                    cluster.name(),
                    Instant.ofEpochMilli(tenant.getCreatedMillis())));
  }
}
