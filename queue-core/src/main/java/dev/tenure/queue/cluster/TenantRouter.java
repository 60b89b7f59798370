package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the clusters of a {@link Deployment}'s tenants, and creates tenants: a tenant directory.
 * Implementations are thread-safe and never block.
 */
public interface TenantRouter {

  /** The known route to a tenant. */
  sealed interface Route {
    /** The tenant lies on this cluster, as far as is known. */
    record At(QueueCluster cluster) implements Route {}

    /** No cluster has the tenant. */
    record Nowhere() implements Route {}

    /** The directory does not answer now, so the clusters are asked. */
    record Unknown() implements Route {}
  }

  /** The tenant's place, from memory or from the directory. Never fails because a shard is down. */
  CompletableFuture<Route> find(TenantId tenant);

  /** As {@link #find}, from the directory, because the known place has no store of the tenant. */
  CompletableFuture<Route> findAgain(TenantId tenant);

  /** Creates the tenant, unless it exists. Returns its cluster. */
  CompletableFuture<QueueCluster> create(TenantId tenant);
}
