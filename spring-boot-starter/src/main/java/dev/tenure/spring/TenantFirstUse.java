package dev.tenure.spring;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One transaction of a tenant that may have no store. If it has none, the body has not run. Then
 * the tenant is created and the transaction begins again, or the error says how to create the
 * tenant. If the body itself fails with this error, for another tenant, the error is not changed.
 */
final class TenantFirstUse<T> {
  private final TenantId tenant;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile boolean bodyRan;

  TenantFirstUse(TenantId tenant) {
    this.tenant = tenant;
  }

  /** Wraps the body, whose call shows that the tenant has a store. */
  <C, R> Function<C, R> body(Function<? super C, ? extends R> body) {
    return context -> {
      bodyRan = true;
      return body.apply(context);
    };
  }

  /**
   * Runs the transaction. If the tenant has no store, creates it and runs again. Completing the
   * future ends the run.
   */
  CompletableFuture<T> creating(Deployment deployment, Supplier<CompletableFuture<T>> run) {
    follow(
        run.get(),
        missing -> {
          CompletableFuture<?> created = deployment.createTenant(tenant);
          endWithResult(created);
          var unused =
              created.whenComplete(
                  (cluster, error) -> {
                    if (error != null) {
                      result.completeExceptionally(cause(error));
                    } else if (!result.isDone()) {
                      follow(run.get(), result::completeExceptionally);
                    }
                  });
        });
    return result;
  }

  /** Runs the transaction. If the tenant has no store, the error says how to create it. */
  CompletableFuture<T> refusing(Supplier<CompletableFuture<T>> run) {
    follow(
        run.get(),
        missing ->
            result.completeExceptionally(
                new QueueException(
                    QueueException.Code.TENANT_NOT_FOUND,
                    missing.getMessage()
                        + "; create it by TenureTemplate.createTenant, or let the template create"
                        + " tenants on first use: "
                        + TenantProperties.PREFIX
                        + ".create=true",
                    missing)));
    return result;
  }

  private void follow(CompletableFuture<T> run, Consumer<QueueException> whenMissing) {
    endWithResult(run);
    var unused =
        run.whenComplete(
            (value, error) -> {
              if (error == null) {
                result.complete(value);
              } else if (!bodyRan
                  && cause(error) instanceof QueueException missing
                  && missing.code() == QueueException.Code.TENANT_NOT_FOUND) {
                whenMissing.accept(missing);
              } else {
                result.completeExceptionally(cause(error));
              }
            });
  }

  /** Completing the result from outside ends the operation under way. */
  private void endWithResult(CompletableFuture<?> underWay) {
    var unused =
        result.whenComplete(
            (value, error) -> {
              if (error != null) {
                underWay.completeExceptionally(error);
              }
            });
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}
