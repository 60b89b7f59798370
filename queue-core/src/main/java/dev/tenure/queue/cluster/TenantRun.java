package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on a tenant that lies on one of several clusters. It begins on the preferred
 * cluster. When another cluster turns out to have the tenant before the body has begun, the
 * transaction begins anew there; the body runs on one cluster only.
 */
final class TenantRun<T> {
  private final QueueCluster preferred;
  private final RunOptions options;
  private final TenantId tenant;
  private final Function<? super TenantTransaction, ? extends CompletionStage<T>> body;
  private final TenantSearch search;
  private final AtomicReference<@Nullable QueueCluster> home = new AtomicReference<>();
  private final CompletableFuture<T> first;
  private final CompletableFuture<T> result;

  /**
   * @param order at least two clusters, the preferred one first
   */
  TenantRun(
      List<QueueCluster> order,
      RunOptions options,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    this.preferred = order.get(0);
    this.options = options;
    this.tenant = tenant;
    this.body = body;
    this.search = new TenantSearch(order, tenant);
    this.first = preferred.run(options, tenant, this::onPreferred);
    this.result = first.newIncompleteFuture();
  }

  CompletableFuture<T> start() {
    preferred
        .database()
        .whenOverdue(
            first,
            TenantSearch.PATIENCE,
            () -> {
              if (home.get() == null) {
                var unused = search.ask().thenAccept(this::moveTo);
              }
            });
    var unused = first.whenComplete(this::firstEnded);
    endWithResult(first);
    return result;
  }

  private CompletionStage<T> onPreferred(TenantTransaction transaction) {
    return home.compareAndSet(null, preferred) || preferred.equals(home.get())
        ? body.apply(transaction)
        : CompletableFuture.failedFuture(
            new CancellationException("tenant " + tenant + " lies on another cluster"));
  }

  private void firstEnded(@Nullable T value, @Nullable Throwable error) {
    if (error == null) {
      result.complete(value);
    } else if (home.get() == null && mayLieElsewhere(error)) {
      var unused =
          search
              .ask()
              .whenComplete(
                  (found, failed) ->
                      conclude(error, failed == null ? found : Optional.empty(), failed));
    } else if (home.get() == null || preferred.equals(home.get())) {
      result.completeExceptionally(error);
    }
  }

  private static boolean mayLieElsewhere(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof QueueException told
        && (told.code() == Code.TENANT_NOT_FOUND || told.code() == Code.CLUSTER_UNAVAILABLE);
  }

  private void conclude(
      Throwable firstError, Optional<QueueCluster> found, @Nullable Throwable failed) {
    if (found.isPresent()) {
      moveTo(found);
    } else if (!QueueCluster.isTenantNotFound(firstError)) {
      result.completeExceptionally(firstError);
    } else {
      result.completeExceptionally(failed == null ? Deployment.notFound(tenant) : failed);
    }
  }

  private void moveTo(Optional<QueueCluster> found) {
    if (found.isPresent() && !result.isDone() && home.compareAndSet(null, found.get())) {
      first.cancel(false);
      CompletableFuture<T> second = found.get().run(options, tenant, body);
      endWithResult(second);
      var unused =
          second.whenComplete(
              (value, error) -> {
                if (error == null) {
                  result.complete(value);
                } else {
                  result.completeExceptionally(error);
                }
              });
    }
  }

  /** When the caller ends the result, the run behind it ends as well. */
  private void endWithResult(CompletableFuture<T> run) {
    var unused = result.whenComplete((value, error) -> run.cancel(false));
  }
}
