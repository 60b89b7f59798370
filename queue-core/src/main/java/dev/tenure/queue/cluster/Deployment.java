package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Several clusters as one. A tenant is made on the cluster that rendezvous hashing prefers for it,
 * and is found wherever it lies: the preferred cluster is asked first, then the others, so that
 * clusters can be added. Thread-safe.
 */
public final class Deployment {
  private final List<QueueCluster> clusters;

  private Deployment(List<QueueCluster> clusters) {
    this.clusters = clusters;
  }

  /**
   * @param clusters at least one, with different names
   */
  public static Deployment of(List<QueueCluster> clusters) {
    List<String> names = clusters.stream().map(QueueCluster::name).toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a deployment needs at least one cluster");
    }
    if (names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException("two clusters of a deployment have one name: " + names);
    }
    return new Deployment(List.copyOf(clusters));
  }

  public List<QueueCluster> clusters() {
    return clusters;
  }

  public Optional<QueueCluster> cluster(String name) {
    return clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst();
  }

  /** The cluster the tenant lies on; fails with {@code TENANT_NOT_FOUND}. */
  public CompletableFuture<QueueCluster> locate(TenantId tenant) {
    return find(tenant)
        .thenApply(
            found ->
                found.orElseThrow(
                    () ->
                        new QueueException(
                            QueueException.Code.TENANT_NOT_FOUND,
                            "tenant " + tenant + " has no store on any cluster")));
  }

  private CompletableFuture<Optional<QueueCluster>> find(TenantId tenant) {
    CompletableFuture<Optional<QueueCluster>> search =
        CompletableFuture.completedFuture(Optional.empty());
    for (QueueCluster cluster : byPreference(tenant)) {
      search =
          search.thenCompose(
              found ->
                  found.isPresent()
                      ? CompletableFuture.completedFuture(found)
                      : cluster
                          .hasTenant(tenant)
                          .thenApply(has -> has ? Optional.of(cluster) : Optional.empty()));
    }
    return search;
  }

  /** Makes the tenant unless it is on some cluster already; the cluster it lies on. */
  public CompletableFuture<QueueCluster> createTenant(TenantId tenant) {
    return find(tenant)
        .thenCompose(
            found -> {
              if (found.isPresent()) {
                return CompletableFuture.completedFuture(found.get());
              }
              QueueCluster preferred = byPreference(tenant).get(0);
              return preferred.createTenant(tenant).thenApply(made -> preferred);
            });
  }

  /** Runs a transaction on a tenant's data and zones, wherever it lies. */
  public <T> CompletableFuture<T> run(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    QueueCluster preferred = byPreference(tenant).get(0);
    CompletableFuture<T> first = preferred.run(tenant, body);
    if (clusters.size() == 1) {
      return first;
    }
    return first.exceptionallyCompose(
        error ->
            QueueCluster.isTenantNotFound(error)
                ? locate(tenant).thenCompose(cluster -> cluster.run(tenant, body))
                : CompletableFuture.failedFuture(error));
  }

  /** Highest random weight first: adding a cluster moves nobody else's preference. */
  private List<QueueCluster> byPreference(TenantId tenant) {
    if (clusters.size() == 1) {
      return clusters;
    }
    return clusters.stream()
        .sorted(Comparator.comparingLong(cluster -> -weight(cluster.name(), tenant)))
        .toList();
  }

  /** Not negative: preference is by the negated weight. */
  private static long weight(String cluster, TenantId tenant) {
    return PlacementHash.of(cluster + '\0' + tenant) >>> 1;
  }
}
