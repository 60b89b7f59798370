package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the clusters of a {@link Deployment}'s tenants, and creates tenants: a tenant directory.
 * Implementations are thread-safe and never block.
 */
public interface TenantRouter {

  /** The known route to a tenant. */
  sealed interface Route {
    /**
     * The tenant lies on this cluster, as far as is known.
     *
     * @param arrival the move by which the directory knows the tenant to have arrived there; empty
     *     when that move has ended, and when the directory was not asked
     */
    record At(QueueCluster cluster, Optional<Arrival> arrival) implements Route {}

    /**
     * A move after its flip. A copy that this very move has made complete serves the tenant, even
     * if nobody has opened it yet.
     *
     * @param life the life of the tenant
     * @param move the number of the move among those of this life
     */
    record Arrival(long life, long move) {}

    /** No cluster has the tenant. */
    record Nowhere() implements Route {}

    /**
     * The clusters are asked, since the directory does not answer now or does not know all tenants
     * yet.
     *
     * @param unanswered the directory's error; empty when it has answered
     */
    record Unknown(Optional<QueueException> unanswered) implements Route {

      /**
       * The error of a call when no cluster that was asked has the tenant. A tenant that moves may
       * be missed at each of its places, so without the directory's answer its absence is not
       * known.
       */
      QueueException absent(TenantId tenant) {
        return unanswered
            .map(
                error ->
                    new QueueException(
                        error.code(),
                        "no cluster that was asked has tenant "
                            + tenant
                            + ", and the directory does not answer: "
                            + error.getMessage(),
                        error))
            .orElseGet(() -> Deployment.notFound(tenant));
      }
    }
  }

  /** The tenant's place, from memory or from the directory. Never fails because a shard is down. */
  CompletableFuture<Route> find(TenantId tenant);

  /** As {@link #find}, from the directory, because the known place has no store of the tenant. */
  CompletableFuture<Route> findAgain(TenantId tenant);

  /** Creates the tenant, unless it exists. Returns its cluster. */
  CompletableFuture<QueueCluster> create(TenantId tenant);
}
