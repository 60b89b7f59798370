package dev.tenure.campaigns.simulation.run;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.async.AsyncLoop;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where tenants lie, when no move is under way. */
public final class TenantPlaces {
  private TenantPlaces() {}

  /**
   * What is wrong unless the tenant lies where its entry says, and nothing of it lies elsewhere.
   */
  public static CompletableFuture<List<String>> faults(TenantDirectory directory, TenantId tenant) {
    return directory
        .find(tenant)
        .thenCompose(
            found ->
                AsyncLoop.all(
                    directory.deployment().clusters().stream()
                        .map(cluster -> fault(cluster, found.orElseThrow()))
                        .toList()))
        .thenApply(faults -> faults.stream().flatMap(Optional::stream).toList());
  }

  private static CompletableFuture<Optional<String>> fault(
      QueueCluster cluster, TenantEntry entry) {
    boolean is = cluster.name().equals(entry.cluster());
    return cluster
        .hasTenant(entry.tenant())
        .thenCombine(
            hasRows(cluster, entry.tenant()),
            (has, rows) -> {
              if (has != is) {
                return Optional.of(entry + ": " + cluster.name() + " says otherwise");
              }
              return !is && rows
                  ? Optional.of(entry + ": " + cluster.name() + " has rows of it")
                  : Optional.empty();
            });
  }

  private static CompletableFuture<Boolean> hasRows(QueueCluster cluster, TenantId tenant) {
    return cluster.read(
        context ->
            cluster
                .applicationId(context, tenant.application())
                .thenCompose(
                    id ->
                        id.isEmpty()
                            ? CompletableFuture.completedFuture(false)
                            : context
                                .transaction()
                                .getRange(
                                    new ClusterKeys(cluster.options().root())
                                        .tenantStore(id.get(), tenant.user())
                                        .range(),
                                    1)
                                .asList()
                                .thenApply(rows -> !rows.isEmpty())));
  }
}
