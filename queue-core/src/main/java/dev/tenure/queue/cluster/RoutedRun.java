package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantRouter.Route;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on a tenant whose place the directory knows. When the known place has no store of
 * the tenant, the directory is asked again, up to five times. When the tenant has moved and the
 * body has begun already, the run fails with TENANT_MOVING.
 */
final class RoutedRun<T> {
  private static final int FOLLOWED_MAX = 5;

  private final TenantRouter router;
  private final RunOptions options;
  private final TenantId tenant;
  private final Function<? super TenantTransaction, ? extends CompletionStage<T>> body;
  private final Function<
          Function<? super TenantTransaction, ? extends CompletionStage<T>>, CompletableFuture<T>>
      search;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile boolean begun;
  private volatile boolean inBody;
  private volatile @Nullable Throwable errorOfBody;
  private int followed;

  /**
   * @param search runs a body on the cluster that has the tenant, when the directory cannot tell it
   */
  RoutedRun(
      TenantRouter router,
      RunOptions options,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body,
      Function<
              Function<? super TenantTransaction, ? extends CompletionStage<T>>,
              CompletableFuture<T>>
          search) {
    this.router = router;
    this.options = options;
    this.tenant = tenant;
    this.body = body;
    this.search = search;
  }

  CompletableFuture<T> start() {
    follow(router.find(tenant), this::go, this::fail);
    return result;
  }

  private CompletableFuture<T> run(Route.At at) {
    QueueCluster cluster = at.cluster();
    return cluster
        .database()
        .run(
            options,
            context -> {
              inBody = false;
              return cluster
                  .begin(context, tenant, at.arrival())
                  .thenCompose(
                      transaction -> {
                        inBody = true;
                        begun = true;
                        return body.apply(transaction);
                      });
            });
  }

  /** Ends the run, or follows the tenant when its store was not there or is being moved. */
  private void again(Route.At before, Throwable error) {
    boolean moving = QueueCluster.isTenantMoving(error);
    if (inBody || !(moving || QueueCluster.isTenantNotFound(error))) {
      fail(error);
      return;
    }
    follow(
        router.findAgain(tenant),
        route -> {
          if (begun) {
            // An attempt of unknown outcome may have taken effect.
            fail(
                moving || !(route instanceof Route.At at)
                    ? told(route, error)
                    : TenantMove.moved(tenant, before.cluster(), at.cluster(), error));
          } else if (route instanceof Route.At && ((moving && route.equals(before)) || isLast())) {
            fail(error);
          } else {
            go(route);
          }
        },
        failed -> fail(RecordLayerException.withDoubtOf(error, failed)));
  }

  /** A tenant that moves away and back may be missed at each of its places. */
  private boolean isLast() {
    followed++;
    return followed > FOLLOWED_MAX;
  }

  private void fail(Throwable error) {
    result.completeExceptionally(error);
  }

  private void go(Route route) {
    if (route instanceof Route.At at) {
      end(run(at), error -> again(at, error));
    } else if (route instanceof Route.Unknown) {
      end(search.apply(this::watched), error -> fail(told(route, error)));
    } else {
      result.completeExceptionally(Deployment.notFound(tenant));
    }
  }

  /** The body, whose own error is remembered: it says nothing about the tenant's place. */
  private CompletionStage<T> watched(TenantTransaction transaction) {
    return CompletableFuture.completedFuture(transaction)
        .<T>thenCompose(body)
        .whenComplete(
            (value, error) ->
                errorOfBody = error == null ? null : FdbErrorPredicates.unwrap(error));
  }

  /**
   * Says that the tenant is not there only if the directory has answered. The error tells, as the
   * first one did, that an earlier attempt may have been committed.
   */
  private Throwable told(Route route, Throwable error) {
    return route instanceof Route.Unknown unknown
            && QueueCluster.isTenantNotFound(error)
            && error != errorOfBody
        ? RecordLayerException.withDoubtOf(error, unknown.absent(tenant))
        : error;
  }

  private void follow(
      CompletableFuture<Route> asked, Consumer<Route> whenFound, Consumer<Throwable> whenFailed) {
    var unused =
        asked.whenComplete(
            (route, error) -> {
              if (error != null) {
                whenFailed.accept(FdbErrorPredicates.unwrap(error));
              } else if (!result.isDone()) {
                whenFound.accept(route);
              }
            });
  }

  /** When the caller ends the result, the run behind it ends as well. */
  private void end(CompletableFuture<T> run, Consumer<Throwable> whenFailed) {
    var ending = result.whenComplete((value, error) -> run.cancel(false));
    var unused =
        run.whenComplete(
            (value, error) -> {
              if (error == null) {
                result.complete(value);
              } else if (!ending.isDone()) {
                whenFailed.accept(FdbErrorPredicates.unwrap(error));
              }
            });
  }
}
