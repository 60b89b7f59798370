package dev.tenure.queue.inspect;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.startsWith;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.text.TextFields;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Pages of the tenants of one cluster: a query of ClusterDB. */
final class TenantPages {
  private static final int NAMES_AT_ONCE = 10;
  private static final String TENANT = ClusterTenant.getDescriptor().getName();
  private static final TextFields FIELDS =
      TextFields.named(ClusterTenant.getDescriptor())
          .field("user", field("user"))
          .millis("createdAt", field("created_millis"));

  private final QueueCluster cluster;

  TenantPages(QueueCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The query of a list of tenants.
   *
   * @param application the application's number on this cluster
   */
  static RecordQuery query(
      Optional<Long> application, Optional<String> userPrefix, ListQuery query) {
    List<QueryPredicate> conditions = new ArrayList<>();
    conditions.add(
        application
            .map(id -> equal(field("application_id"), id))
            .orElse(notNull(field("application_id"))));
    userPrefix.ifPresent(prefix -> conditions.add(startsWith(field("user"), prefix)));
    return query.query(
        TENANT, conditions, FIELDS, ascending(field("application_id")), ascending(field("user")));
  }

  CompletableFuture<Page<TenantSummary>> page(
      RecordStore store,
      Optional<String> application,
      Optional<String> userPrefix,
      ListQuery query,
      Listing listing) {
    if (application.isEmpty()) {
      return page(store, query(Optional.empty(), userPrefix, query), listing);
    }
    return cluster
        .applicationId(store.context(), application.get())
        .thenCompose(
            id ->
                id.isEmpty()
                    ? CompletableFuture.completedFuture(
                        new Page<TenantSummary>(List.of(), Optional.empty(), 0))
                    : page(store, query(id, userPrefix, query), listing));
  }

  private CompletableFuture<Page<TenantSummary>> page(
      RecordStore store, RecordQuery query, Listing listing) {
    return listing.page(
        store.queries().clock(),
        (from, options) ->
            Listing.records(store, query, from, options)
                .mapAsync(stored -> summary(store, stored), NAMES_AT_ONCE));
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
