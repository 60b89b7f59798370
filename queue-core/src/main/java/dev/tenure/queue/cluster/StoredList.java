package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The list of clusters as one cluster has stored it, in one key. Transactions that depend on it
 * read the key serializably. A change is one transaction, which may run again after it was applied.
 * Thread-safe.
 */
final class StoredList {
  private final QueueCluster cluster;

  StoredList(QueueCluster cluster) {
    this.cluster = cluster;
  }

  String cluster() {
    return cluster.name();
  }

  /** The stored list; empty when there is none yet. */
  CompletableFuture<Optional<ClusterList>> read() {
    return run("read-cluster-list", this::find);
  }

  private CompletableFuture<Optional<ClusterList>> find(RecordContext context) {
    return context
        .get(cluster.clusterListKey(), false)
        .thenApply(
            value ->
                value == null
                    ? Optional.empty()
                    : Optional.of(ClusterList.decode(cluster.name(), value)));
  }

  /** Fails with CLUSTERS_DIFFER, and with it the transaction, when another list is stored. */
  CompletableFuture<Void> require(RecordContext context, ClusterList known) {
    return find(context)
        .thenAccept(
            found -> {
              if (!found.filter(known::equals).isPresent()) {
                throw differs(known.names(), found);
              }
            });
  }

  /**
   * One step of a change.
   *
   * @param step maps the stored list to the one to store; returns the same list to store nothing,
   *     and throws to refuse the change
   * @return the list that is stored now
   */
  CompletableFuture<ClusterList> change(
      String name, Function<Optional<ClusterList>, ClusterList> step) {
    return run(
        name,
        context ->
            find(context)
                .thenApply(
                    found -> {
                      ClusterList wanted = step.apply(found);
                      if (!found.filter(wanted::equals).isPresent()) {
                        context.set(cluster.clusterListKey(), wanted.encode());
                      }
                      return wanted;
                    }));
  }

  /** The number of tenants on the cluster. */
  CompletableFuture<Long> tenants() {
    return cluster.read(
        context -> cluster.space().openClusterStore(context).thenCompose(cluster::countTenants));
  }

  QueueException differs(List<String> own, Optional<ClusterList> found) {
    return new QueueException(
        Code.CLUSTERS_DIFFER,
        "this process knows the clusters "
            + own
            + ", cluster "
            + cluster.name()
            + " has stored "
            + found.map(ClusterList::toString).orElse("no list"));
  }

  private <T> CompletableFuture<T> run(
      String name, Function<RecordContext, CompletableFuture<T>> body) {
    return cluster.database().run(RunOptions.defaults().withName(name).withIdempotent(true), body);
  }
}
