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
   * @param details of the new tenant
   * @return a cluster of the deployment
   */
  CompletableFuture<QueueCluster> place(
      TenantId tenant, TenantDetails details, Deployment deployment);

  /** The cluster that deployments without a directory choose. */
  static Placement rendezvous() {
    return (tenant, details, deployment) ->
        CompletableFuture.completedFuture(deployment.preferred(tenant));
  }

  /**
   * The cluster with the fewest tenants, by one count in each cluster; the first by name of those
   * that are equal. Fails when a cluster does not answer.
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
   * The cluster that the value of an attribute names, such as the cluster of a region.
   *
   * @param clusters names of clusters by values of the attribute
   * @param otherwise for tenants without the attribute; another value of it is refused with {@code
   *     CLUSTER_NOT_FOUND}
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
