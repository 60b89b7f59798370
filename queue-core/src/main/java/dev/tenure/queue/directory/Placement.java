package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.async.AsyncLoop;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Chooses the cluster of a new tenant. It is asked once for a creation; the entry then keeps the
 * cluster, so processes may use different placements. Must not block.
 */
@FunctionalInterface
public interface Placement {

  /**
   * @param details the details of the new tenant
   * @return a cluster of the deployment
   */
  CompletableFuture<QueueCluster> place(
      TenantId tenant, TenantDetails details, Deployment deployment);

  /** Chooses a cluster by rendezvous hashing, as deployments without a directory do. */
  static Placement rendezvous() {
    return (tenant, details, deployment) ->
        CompletableFuture.completedFuture(deployment.preferred(tenant));
  }

  /**
   * Chooses the cluster with the fewest tenants. It reads one count in each cluster, and takes the
   * first by name among equals. Fails when a cluster does not answer.
   */
  static Placement fewestTenants() {
    return (tenant, details, deployment) ->
        AsyncLoop.all(
                deployment.clusters().stream()
                    .map(
                        cluster ->
                            cluster.read(
                                context ->
                                    cluster
                                        .space()
                                        .openClusterStore(context)
                                        .thenCompose(cluster::countTenants)))
                    .toList())
            .thenApply(
                counts ->
                    IntStream.range(0, counts.size())
                        .boxed()
                        .min(
                            Comparator.<Integer, Long>comparing(counts::get)
                                .thenComparing(i -> deployment.clusters().get(i).name()))
                        .map(deployment.clusters()::get)
                        .orElseThrow());
  }

  /**
   * Chooses the cluster by the value of an attribute, such as a region.
   *
   * @param clusters the names of clusters, by the values of the attribute
   * @param otherwise the placement of tenants without the attribute. An unknown value of the
   *     attribute is refused with {@code CLUSTER_NOT_FOUND}
   */
  static Placement pinned(String attribute, Map<String, String> clusters, Placement otherwise) {
    Map<String, String> names = new TreeMap<>(clusters);
    return (tenant, details, deployment) -> {
      String value = details.attributes().get(attribute);
      if (value == null) {
        return otherwise.place(tenant, details, deployment);
      }
      return CompletableFuture.completedFuture(names.get(value))
          .thenApply(
              name ->
                  deployment
                      .cluster(name == null ? "" : name)
                      .orElseThrow(
                          () ->
                              new QueueException(
                                  QueueException.Code.CLUSTER_NOT_FOUND,
                                  "the attribute "
                                      + attribute
                                      + " of tenant "
                                      + tenant
                                      + " has a value that names none of the clusters "
                                      + names.values())));
    };
  }
}
