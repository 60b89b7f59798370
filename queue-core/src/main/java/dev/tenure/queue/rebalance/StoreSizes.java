package dev.tenure.queue.rebalance;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.async.AsyncLoop;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The sizes of clusters and tenants in bytes, as the databases estimate them. */
final class StoreSizes {
  private final Deployment deployment;

  StoreSizes(Deployment deployment) {
    this.deployment = deployment;
  }

  CompletableFuture<SortedMap<String, Long>> ofClusters() {
    return AsyncLoop.all(
            deployment.clusters().stream()
                .map(cluster -> estimate(cluster, cluster.options().root()))
                .toList())
        .thenApply(
            sizes -> {
              SortedMap<String, Long> found = new TreeMap<>();
              for (int i = 0; i < sizes.size(); i++) {
                found.put(deployment.clusters().get(i).name(), sizes.get(i));
              }
              return found;
            });
  }

  private static CompletableFuture<Long> estimate(QueueCluster cluster, Subspace space) {
    Range all = space.range();
    return cluster.read(context -> context.transaction().getEstimatedRangeSizeBytes(all));
  }

  /** Zero for a tenant whose store is not there. */
  CompletableFuture<Long> of(TenantEntry entry) {
    QueueCluster cluster = deployment.cluster(entry.cluster()).orElse(null);
    if (cluster == null) {
      return CompletableFuture.completedFuture(0L);
    }
    ClusterKeys keys = new ClusterKeys(cluster.options().root());
    return cluster.read(
        context ->
            cluster
                .applicationId(context, entry.tenant().application())
                .thenCompose(
                    id ->
                        id.isEmpty()
                            ? CompletableFuture.completedFuture(0L)
                            : context
                                .transaction()
                                .getEstimatedRangeSizeBytes(
                                    keys.tenantStore(id.get(), entry.tenant().user()).range())));
  }
}
