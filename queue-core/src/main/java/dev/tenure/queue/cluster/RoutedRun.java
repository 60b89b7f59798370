package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantRouter.Route;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A transaction on a tenant whose place the directory knows. When the known place has no store of
 * the tenant, the directory is asked once more. When the tenant has moved and the body has begun
 * already, the run fails with TENANT_MOVING.
 */
final class RoutedRun<T> {
  private final TenantRouter router;
  private final RunOptions options;
  private final TenantId tenant;
  private final Function<? super TenantTransaction, ? extends CompletionStage<T>> body;
  private final Supplier<CompletableFuture<T>> search;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile boolean begun;

  /**
   * @param search runs the transaction when the directory cannot tell the place
   */
  RoutedRun(
      TenantRouter router,
      RunOptions options,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body,
      Supplier<CompletableFuture<T>> search) {
    this.router = router;
    this.options = options;
    this.tenant = tenant;
    this.body = body;
    this.search = search;
  }

  CompletableFuture<T> start() {
    follow(
        router.find(tenant),
        route -> {
          if (route instanceof Route.At at) {
            end(run(at), error -> again(at, error));
          } else {
            go(route);
          }
        });
    return result;
  }

  private CompletableFuture<T> run(Route.At at) {
    return at.cluster()
        .run(
            options,
            tenant,
            transaction -> {
              begun = true;
              return body.apply(transaction);
            });
  }

  private void again(Route.At before, Throwable error) {
    if (!QueueCluster.isTenantNotFound(error) && !QueueCluster.isTenantMoving(error)) {
      result.completeExceptionally(error);
      return;
    }
    follow(
        router.findAgain(tenant),
        route -> {
          boolean moving = QueueCluster.isTenantMoving(error);
          if (begun) {
            // The body may have told the error; an attempt of unknown outcome may have taken
            // effect.
            fail(
                moving || route.equals(before) || !(route instanceof Route.At at)
                    ? error
                    : TenantMove.moved(tenant, before.cluster(), at.cluster(), error));
          } else if (route.equals(before) && moving) {
            fail(error);
          } else if (route.equals(before)) {
            // The tenant may have come back since; a store that is missing is missed again.
            end(run(before), this::fail);
          } else {
            go(route);
          }
        });
  }

  private void fail(Throwable error) {
    result.completeExceptionally(error);
  }

  private void go(Route route) {
    if (route instanceof Route.At at) {
      end(run(at), result::completeExceptionally);
    } else if (route instanceof Route.Unknown) {
      end(search.get(), result::completeExceptionally);
    } else {
      result.completeExceptionally(Deployment.notFound(tenant));
    }
  }

  private void follow(CompletableFuture<Route> asked, Consumer<Route> whenFound) {
    var unused =
        asked.whenComplete(
            (route, error) -> {
              if (error != null) {
                result.completeExceptionally(FdbErrorPredicates.unwrap(error));
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
