package dev.tenure.queue.cluster;

import dev.tenure.queue.PlacementHash;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RunOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The clusters that a process works with. With a tenant directory ({@link #withDirectory}), the
 * directory tells the cluster of each tenant. Without one, a tenant is created on the cluster that
 * rendezvous hashing prefers, and is found on any: the preferred cluster is asked first, then all
 * others at once, so that clusters can be added. When the preferred cluster has not answered within
 * a second, the others are asked too. Thread-safe.
 */
public final class Deployment {
  private final List<QueueCluster> clusters;
  private final @Nullable TenantRouter router;
  private final @Nullable DirectoryLayout layout;
  private final ListAgreement agreement;

  private Deployment(
      List<QueueCluster> clusters,
      @Nullable DirectoryLayout layout,
      @Nullable TenantRouter router,
      ListAgreement agreement) {
    this.clusters = clusters;
    this.layout = layout;
    this.router = router;
    this.agreement = agreement;
  }

  /**
   * Clusters as one process has opened them: from now on they share the correction of its clock.
   *
   * @param clusters at least one cluster; their names differ
   */
  public static Deployment of(List<QueueCluster> clusters) {
    List<String> names = clusters.stream().map(QueueCluster::name).toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a deployment needs at least one cluster");
    }
    if (names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException("two clusters of a deployment have one name: " + names);
    }
    List<QueueCluster> copy = List.copyOf(clusters);
    copy.forEach(each -> each.time().share(copy.get(0).time()));
    return new Deployment(copy, null, null, new ListAgreement(copy, Optional.empty()));
  }

  /**
   * The same clusters, whose stored list also has the layout of a tenant directory. Tenants are
   * created only after {@link #withDirectory}.
   */
  public Deployment withLayout(DirectoryLayout newLayout) {
    List<String> names = clusters.stream().map(QueueCluster::name).toList();
    if (!names.containsAll(newLayout.shards())) {
      throw new IllegalArgumentException(
          "the directory has shards on "
              + newLayout.shards()
              + ", the deployment has the clusters "
              + names);
    }
    return new Deployment(
        clusters, newLayout, null, new ListAgreement(clusters, Optional.of(newLayout)));
  }

  /**
   * The same deployment with the directory of its layout, which from then on is asked for the
   * tenants' clusters. {@code TenantDirectory.deployment} gives such a deployment.
   */
  public Deployment withDirectory(TenantRouter directory) {
    return new Deployment(clusters, layout, directory, agreement);
  }

  /** The layout of the tenant directory; empty without one. */
  public Optional<DirectoryLayout> layout() {
    return Optional.ofNullable(layout);
  }

  /** The operations of a tenant directory on the clusters. */
  public TenantStores stores() {
    return new TenantStores(agreement);
  }

  public List<QueueCluster> clusters() {
    return clusters;
  }

  public Optional<QueueCluster> cluster(String name) {
    return clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst();
  }

  /**
   * The cluster of the tenant's store. Fails with {@code TENANT_NOT_FOUND}, and with {@code
   * DIRECTORY_UNAVAILABLE} when the directory does not answer and no cluster has the tenant.
   */
  public CompletableFuture<QueueCluster> locate(TenantId tenant) {
    return router == null
        ? search(tenant, () -> notFound(tenant))
        : router
            .find(tenant)
            .thenCompose(
                route -> {
                  if (route instanceof TenantRouter.Route.Unknown unknown) {
                    return search(tenant, () -> unknown.absent(tenant));
                  }
                  return route instanceof TenantRouter.Route.At at
                      ? CompletableFuture.completedFuture(at.cluster())
                      : CompletableFuture.failedFuture(notFound(tenant));
                });
  }

  private CompletableFuture<QueueCluster> search(TenantId tenant, Supplier<QueueException> absent) {
    return search(tenant).thenApply(cluster -> cluster.orElseThrow(absent));
  }

  /** Asks the clusters, whatever a directory says; empty when all have answered and none has it. */
  public CompletableFuture<Optional<QueueCluster>> search(TenantId tenant) {
    return TenantSearch.find(byPreference(tenant), tenant);
  }

  /**
   * Creates the tenant, unless a cluster has it already. The first creation of a process compares
   * the stored lists of clusters, as {@link #agree} does; each creation reads its cluster's list
   * again.
   *
   * @return the cluster of the tenant's store. Fails with {@code CLUSTERS_DIFFER} when another list
   *     is stored or is being changed, and with {@code CLUSTER_UNAVAILABLE} when a cluster that may
   *     have the tenant does not answer
   */
  public CompletableFuture<QueueCluster> createTenant(TenantId tenant) {
    if (router != null) {
      return router.create(tenant);
    }
    if (layout != null) {
      throw new IllegalStateException(
          "tenant " + tenant + " cannot be created without the directory of " + layout);
    }
    Optional<ClusterList> list = agreement.known();
    return search(tenant)
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

  /** The list must have been read before the clusters were asked for the tenant. */
  private CompletableFuture<QueueCluster> createTenant(TenantId tenant, ClusterList list) {
    QueueCluster preferred = preferred(tenant);
    StoredList stored = new StoredList(preferred);
    return preferred
        .makeTenant(tenant, Making.UNLIMITED, context -> stored.require(context, list))
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
   * Compares this deployment's list of clusters with the stored lists, and stores it on clusters
   * that have none. Call it when a process starts: two processes with different lists could create
   * one tenant on two clusters.
   *
   * @return the list. Fails with {@code CLUSTERS_DIFFER}, which names both lists, when a cluster
   *     has another list or its list is being changed; nothing is stored then
   */
  public CompletableFuture<ClusterList> agree() {
    return agreement.agree();
  }

  /**
   * As {@link #agree}, of some clusters only, and nothing is stored: for a process that begins
   * while other clusters do not answer.
   *
   * @param asked clusters of this deployment
   */
  public CompletableFuture<Void> compareLists(List<QueueCluster> asked) {
    return agreement.compare(asked);
  }

  /**
   * The list that each cluster of this deployment has stored, by the cluster's name. Clusters that
   * have stored none are left out.
   */
  public CompletableFuture<SortedMap<String, ClusterList>> storedLists() {
    return AsyncLoop.all(clusters.stream().map(each -> new StoredList(each).read()).toList())
        .thenApply(
            found -> {
              SortedMap<String, ClusterList> lists = new TreeMap<>();
              for (int i = 0; i < found.size(); i++) {
                String name = clusters.get(i).name();
                found.get(i).ifPresent(list -> lists.put(name, list));
              }
              return lists;
            });
  }

  /**
   * Changes the stored list of clusters, as docs/rolling-upgrades.md lays out. While the change is
   * under way no tenant can be created; existing tenants are served. To finish a change that was
   * interrupted, call this again with the same arguments. The list keeps the layout of the tenant
   * directory; clusters that carry its shards cannot leave.
   *
   * @param version the version of the list that the new one follows
   * @param names the names of the new list. This deployment must have the clusters of both lists
   * @return the new list. Fails with {@code CLUSTERS_DIFFER} when another list is stored, and with
   *     {@code CLUSTER_NOT_EMPTY} when a cluster that leaves still has tenants
   */
  public CompletableFuture<ClusterList> changeClusters(long version, List<String> names) {
    if (layout().filter(layout -> !names.containsAll(layout.shards())).isPresent()) {
      return CompletableFuture.failedFuture(
          new QueueException(
              QueueException.Code.CLUSTER_NOT_EMPTY,
              "the tenant directory has shards on "
                  + layout().orElseThrow().shards()
                  + ", which cannot leave; the new list is "
                  + names));
    }
    return new ListChange(clusters, version, ListAgreement.members(names, layout())).run();
  }

  /**
   * Makes the stored list of clusters name this deployment's directory, by a change of the list
   * when it names none yet. May be called again, and by several processes at once.
   */
  public CompletableFuture<ClusterList> storeLayout() {
    List<String> members =
        ListAgreement.members(clusters.stream().map(QueueCluster::name).toList(), layout());
    return storedLists()
        .thenCompose(
            stored ->
                stored.values().stream()
                    .filter(list -> !list.names().equals(members))
                    .map(ClusterList::version)
                    .min(Comparator.naturalOrder())
                    .map(version -> new ListChange(clusters, version, members).run())
                    .orElseGet(this::agree));
  }

  /**
   * Runs a transaction on the tenant's data and zones, on whichever cluster has its store. Fails as
   * {@link QueueCluster#run(TenantId, Function)} does, and with {@code DIRECTORY_UNAVAILABLE} when
   * the directory does not answer and no cluster has the tenant.
   */
  public <T> CompletableFuture<T> run(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return run(RunOptions.defaults(), tenant, body);
  }

  /**
   * As {@link #run(TenantId, Function)}, with options for the runner. Completing the future ends
   * the run, as it does with {@link dev.tenure.record.database.RecordDatabase#run}.
   */
  public <T> CompletableFuture<T> run(
      RunOptions run,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return router == null
        ? searching(run, tenant, body)
        : new RoutedRun<T>(router, run, tenant, body, watched -> searching(run, tenant, watched))
            .start();
  }

  private <T> CompletableFuture<T> searching(
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

  /** The cluster that rendezvous hashing prefers for the tenant. */
  public QueueCluster preferred(TenantId tenant) {
    return byPreference(tenant).get(0);
  }

  /** Clusters by descending random weight: a new cluster changes no order among the others. */
  private List<QueueCluster> byPreference(TenantId tenant) {
    if (clusters.size() == 1) {
      return clusters;
    }
    return clusters.stream()
        .sorted(Comparator.comparingLong(cluster -> -weight(cluster.name(), tenant)))
        .toList();
  }

  /** Not negative, since the order is that of the negated weight. */
  private static long weight(String cluster, TenantId tenant) {
    return PlacementHash.of(cluster + '\0' + tenant) >>> 1;
  }
}
