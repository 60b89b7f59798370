package dev.tenure.campaigns.simulation.deployments;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.store.RecordStore;
import java.util.concurrent.CompletableFuture;

/** Deletes a tenant as an operator's tool does: its store and its entry, in one transaction. */
final class TenantDeletion {
  private static final String TENANT = "ClusterTenant";

  private final DeploymentWorld world;
  private final TenantId tenant;

  TenantDeletion(DeploymentWorld world, TenantId tenant) {
    this.world = world;
    this.tenant = tenant;
  }

  CompletableFuture<?> run(Deployment deployment) {
    world.delete(tenant);
    return deployment
        .locate(tenant)
        .thenCompose(
            cluster ->
                cluster
                    .database()
                    .run(
                        RunOptions.defaults().withName("delete-tenant").withIdempotent(true),
                        context -> delete(cluster, context)))
        .thenAccept(done -> world.edges.hit(Edge.TENANT_DELETED));
  }

  private CompletableFuture<Void> delete(QueueCluster cluster, RecordContext context) {
    return cluster
        .applicationId(context, tenant.application())
        .thenCompose(
            found -> {
              long application = found.orElseThrow();
              RecordStore.clear(
                  context,
                  new ClusterKeys(cluster.options().root())
                      .tenantStore(application, tenant.user()));
              return cluster
                  .space()
                  .openClusterStore(context)
                  .thenCompose(
                      store -> store.delete(TENANT, Tuple.from(application, tenant.user())));
            })
        .thenApply(deleted -> null);
  }
}
