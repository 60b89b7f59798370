package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The search for a tenant that its preferred cluster does not have, or has not answered for in
 * time. The first call of {@link #ask} asks all other clusters at once. The search ends when one of
 * them has the tenant, or when all have answered that they do not. Thread-safe.
 */
final class TenantSearch {
  /**
   * The time after which the other clusters are asked too, if the preferred cluster has not
   * answered.
   */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private final List<QueueCluster> others;
  private final TenantId tenant;
  private final CompletableFuture<Optional<QueueCluster>> result = new CompletableFuture<>();
  private boolean begun;
  private int open;
  private @Nullable Throwable failure;

  /**
   * @param order the clusters, the preferred one first
   */
  TenantSearch(List<QueueCluster> order, TenantId tenant) {
    this.others = order.subList(1, order.size());
    this.tenant = tenant;
    this.open = others.size();
  }

  /** The cluster that has the tenant; the preferred one is asked first. */
  static CompletableFuture<Optional<QueueCluster>> find(List<QueueCluster> order, TenantId tenant) {
    QueueCluster preferred = order.get(0);
    TenantSearch search = new TenantSearch(order, tenant);
    CompletableFuture<Optional<QueueCluster>> found = new CompletableFuture<>();
    CompletableFuture<Boolean> first = preferred.hasTenant(tenant);
    preferred
        .database()
        .whenOverdue(
            first,
            PATIENCE,
            () -> {
              var unused = search.ask().thenAccept(known -> complete(found, known));
            });
    var unused =
        first.whenComplete(
            (has, error) -> {
              if (has != null && has) {
                found.complete(Optional.of(preferred));
              } else {
                search.conclude(error, found);
              }
            });
    return found;
  }

  private static void complete(
      CompletableFuture<Optional<QueueCluster>> found, Optional<QueueCluster> known) {
    if (known.isPresent()) {
      found.complete(known);
    }
  }

  /** Called when the preferred cluster does not have the tenant, or could not answer. */
  private void conclude(
      @Nullable Throwable preferredFailed, CompletableFuture<Optional<QueueCluster>> found) {
    var unused =
        ask()
            .whenComplete(
                (known, error) -> {
                  Throwable failed = preferredFailed == null ? error : preferredFailed;
                  if (failed == null || (error == null && known.isPresent())) {
                    found.complete(known);
                  } else {
                    found.completeExceptionally(failed);
                  }
                });
  }

  /** The other cluster that has the tenant; fails if one failed and none of the rest has it. */
  CompletableFuture<Optional<QueueCluster>> ask() {
    if (begin()) {
      others.forEach(this::ask);
    }
    return result;
  }

  private synchronized boolean begin() {
    boolean first = !begun;
    begun = true;
    if (others.isEmpty()) {
      result.complete(Optional.empty());
    }
    return first;
  }

  private void ask(QueueCluster cluster) {
    var unused =
        cluster
            .hasTenant(tenant)
            .whenComplete((has, error) -> answered(cluster, has != null && has, error));
  }

  private void answered(QueueCluster cluster, boolean has, @Nullable Throwable error) {
    if (has) {
      result.complete(Optional.of(cluster));
      return;
    }
    Throwable failed;
    synchronized (this) {
      open--;
      failure = failure == null ? error : failure;
      if (open > 0) {
        return;
      }
      failed = failure;
    }
    if (failed == null) {
      result.complete(Optional.empty());
    } else {
      result.completeExceptionally(failed);
    }
  }
}
