package dev.tenure.queue.directory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantRouter;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryMove;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers on which cluster each tenant lies, as far as this process knows. A remembered cluster
 * is a hint: if it is wrong, the cluster's own answer shows it. Callers that ask for the same
 * tenant at the same time share one read.
 */
final class Routes implements TenantRouter {
  private final Parts parts;
  private final Adoption adoption;
  private final Cache<TenantId, QueueCluster> known;
  private final ConcurrentMap<TenantId, CompletableFuture<Route>> reading =
      new ConcurrentHashMap<>();

  Routes(Parts parts, Adoption adoption) {
    this.parts = parts;
    this.adoption = adoption;
    this.known =
        Caffeine.newBuilder()
            .maximumSize(parts.options().routesMax())
            .executor(Runnable::run)
            .build();
  }

  @Override
  public CompletableFuture<Route> find(TenantId tenant) {
    QueueCluster cluster = known.getIfPresent(tenant);
    if (cluster != null) {
      return CompletableFuture.completedFuture(new Route.At(cluster, Optional.empty()));
    }
    CompletableFuture<Route> mine = new CompletableFuture<>();
    CompletableFuture<Route> others = reading.putIfAbsent(tenant, mine);
    if (others != null) {
      return others.copy();
    }
    var unused =
        findAgain(tenant)
            .whenComplete(
                (route, error) -> {
                  reading.remove(tenant, mine);
                  if (error == null) {
                    mine.complete(route);
                  } else {
                    mine.completeExceptionally(error);
                  }
                });
    return mine.copy();
  }

  @Override
  public CompletableFuture<Route> findAgain(TenantId tenant) {
    return parts
        .entries()
        .find(tenant)
        .thenCompose(found -> found.map(this::route).orElseGet(this::withoutEntry))
        .exceptionallyCompose(
            error ->
                Entries.isUnavailable(error)
                    ? CompletableFuture.completedFuture(unanswered(error))
                    : CompletableFuture.failedFuture(error))
        .thenApply(
            route -> {
              if (route instanceof Route.At at) {
                known.put(tenant, at.cluster());
              } else {
                known.invalidate(tenant);
              }
              return route;
            });
  }

  private CompletableFuture<Route> route(StoredEntry entry) {
    return entry.state() == TenantState.DELETING
        ? CompletableFuture.completedFuture(new Route.Nowhere())
        : parts
            .cluster(entry.value(), entry.tenant())
            .thenApply(cluster -> new Route.At(cluster, arrival(entry.value())));
  }

  private static Optional<Route.Arrival> arrival(DirectoryEntry entry) {
    return entry.hasMove() && entry.getMove().getStage() == DirectoryMove.Stage.ARRIVED
        ? Optional.of(new Route.Arrival(entry.getLife(), entry.getMoves()))
        : Optional.empty();
  }

  private CompletableFuture<Route> withoutEntry() {
    return adoption
        .isActive()
        .thenApply(active -> active ? new Route.Nowhere() : new Route.Unknown(Optional.empty()));
  }

  private static Route unanswered(Throwable error) {
    return new Route.Unknown(Optional.of((QueueException) FdbErrorPredicates.unwrap(error)));
  }

  @Override
  public CompletableFuture<QueueCluster> create(TenantId tenant) {
    return new Creation(parts, adoption, tenant, TenantDetails.NONE)
        .run()
        .thenCompose(entry -> parts.cluster(entry.value(), tenant))
        .thenApply(
            cluster -> {
              known.put(tenant, cluster);
              return cluster;
            });
  }
}
