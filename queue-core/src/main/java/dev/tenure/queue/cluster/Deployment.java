package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.record.RunOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Several clusters as one. A tenant is made on the cluster that rendezvous hashing prefers for it,
 * and is found wherever it lies: the preferred cluster is asked first, then all others at once, so
 * that clusters can be added. A preferred cluster that has not answered for a second does not keep
 * the others from being asked. Thread-safe.
 */
public final class Deployment {
  private final List<QueueCluster> clusters;
  private final ListAgreement agreement;

  private Deployment(List<QueueCluster> clusters) {
    this.clusters = clusters;
    this.agreement = new ListAgreement(clusters);
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
    return find(tenant).thenApply(found -> found.orElseThrow(() -> notFound(tenant)));
  }

  private CompletableFuture<Optional<QueueCluster>> find(TenantId tenant) {
    return TenantSearch.find(byPreference(tenant), tenant);
  }

  /**
   * Makes the tenant unless it is on some cluster already; the cluster it lies on. Before the first
   * creation of this process the clusters' stored lists are compared, as {@link #agree} does, and
   * each creation reads that of its cluster again.
   *
   * @return fails with {@code CLUSTERS_DIFFER} when another list is stored or is being changed, and
   *     with {@code CLUSTER_UNAVAILABLE} when a cluster that may have the tenant does not answer
   */
  public CompletableFuture<QueueCluster> createTenant(TenantId tenant) {
    Optional<ClusterList> list = agreement.known();
    return find(tenant)
        .thenCompose(
            found -> {
              if (found.isPresent()) {
                return CompletableFuture.completedFuture(found.get());
              }
              return list.isPresent()
                  ? createTenant(tenant, list.get())
                  : agree().thenCompose(agreed -> createTenant(tenant));
            });
  }

  /** The list was known before it was found out that no cluster has the tenant. */
  private CompletableFuture<QueueCluster> createTenant(TenantId tenant, ClusterList list) {
    QueueCluster preferred = preferred(tenant);
    StoredList stored = new StoredList(preferred);
    return preferred
        .createTenant(tenant, context -> stored.require(context, list))
        .thenApply(made -> preferred)
        .exceptionallyCompose(
            error -> {
              if (!ListAgreement.isDifference(error)) {
                return CompletableFuture.failedFuture(error);
              }
              agreement.forget(list);
              return agree().thenCompose(agreed -> createTenant(tenant));
            });
  }

  /**
   * Compares this deployment's list of clusters with the one that each cluster has stored, and
   * stores it in those that have none. For the start of a process: two processes with different
   * lists would put a tenant on two clusters.
   *
   * @return the list; fails with {@code CLUSTERS_DIFFER}, naming both lists, when any cluster has
   *     another one or is being changed, and nothing is stored then
   */
  public CompletableFuture<ClusterList> agree() {
    return agreement.agree();
  }

  /**
   * Changes the list of clusters that all of them have stored, as docs/rolling-upgrades.md lays
   * out. While the change is under way no tenant is created; tenants that are there are served. A
   * change that was interrupted is finished by asking for the same one again.
   *
   * @param version of the list that is to be followed by the new one
   * @param names of the new list; this deployment has them and those of the list before
   * @return the new list; fails with {@code CLUSTERS_DIFFER} when another list is stored, and with
   *     {@code CLUSTER_NOT_EMPTY} when tenants lie on a cluster that is to leave
   */
  public CompletableFuture<ClusterList> changeClusters(long version, List<String> names) {
    return new ListChange(clusters, version, names).run();
  }

  /** Runs a transaction on a tenant's data and zones, wherever it lies. */
  public <T> CompletableFuture<T> run(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return run(RunOptions.defaults(), tenant, body);
  }

  /**
   * As {@link #run(TenantId, Function)}, with options for the runner. Completing the future ends
   * the run, as it does with {@link dev.tenure.record.RecordDatabase#run}.
   */
  public <T> CompletableFuture<T> run(
      RunOptions run,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    List<QueueCluster> order = byPreference(tenant);
    return order.size() == 1
        ? order.get(0).run(run, tenant, body)
        : new TenantRun<>(order, run, tenant, body).start();
  }

  static QueueException notFound(TenantId tenant) {
    return new QueueException(
        QueueException.Code.TENANT_NOT_FOUND, "tenant " + tenant + " has no store on any cluster");
  }

  /** Where the tenant is made, and looked for first. */
  QueueCluster preferred(TenantId tenant) {
    return byPreference(tenant).get(0);
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
