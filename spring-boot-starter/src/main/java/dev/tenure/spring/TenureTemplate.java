package dev.tenure.spring;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.trace.TraceContext;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.queue.zone.EnqueueResult;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Runs transactions of tenants for application code: data and queue items that are written in one
 * body commit together or not at all. Thread-safe.
 */
public final class TenureTemplate {
  private final Deployment deployment;
  private final TracePropagation traces;

  /** Items are enqueued with the traces that they have already. */
  public TenureTemplate(Deployment deployment) {
    this(deployment, TracePropagation.none());
  }

  public TenureTemplate(Deployment deployment, TracePropagation traces) {
    this.deployment = deployment;
    this.traces = traces;
  }

  /**
   * The item in the trace of the calling thread, unless it has one of its own: for items that a
   * body enqueues, which may run on another thread. {@link #enqueue} does it by itself.
   *
   * @throws IllegalArgumentException when its attributes are too large with the trace
   */
  public NewItem traced(NewItem item) {
    Map<String, String> attributes = item.body().attributes();
    if (attributes.containsKey(TraceContext.TRACE_PARENT)) {
      return item;
    }
    Map<String, String> all = new TreeMap<>(attributes);
    all.putAll(traces.current());
    return all.equals(attributes) ? item : item.withAttributes(all);
  }

  /**
   * Enqueues one item in a transaction of its own, in the trace of the calling thread; waits until
   * it is committed.
   *
   * @throws IllegalStateException on a thread that continues transactions
   */
  public EnqueueResult enqueue(TenantId tenant, String zone, NewItem item) {
    TenureRuntime.refuseToBlockHere("enqueueAsync");
    return await(enqueueAsync(tenant, zone, item));
  }

  /** As {@link #enqueue}, without waiting. */
  public CompletableFuture<EnqueueResult> enqueueAsync(TenantId tenant, String zone, NewItem item) {
    NewItem traced = traced(item);
    return executeAsync(tenant, transaction -> transaction.zone(zone).enqueue(traced));
  }

  /**
   * Makes the tenant's store unless it exists.
   *
   * @return the name of the cluster it lies on
   */
  public String createTenant(TenantId tenant) {
    TenureRuntime.refuseToBlockHere("createTenantAsync");
    return await(createTenantAsync(tenant));
  }

  /** As {@link #createTenant}, without waiting. */
  public CompletableFuture<String> createTenantAsync(TenantId tenant) {
    return deployment.createTenant(tenant).thenApply(cluster -> cluster.name());
  }

  /**
   * Runs the body in a transaction and commits; waits for the result. The body runs again after a
   * conflict, so it should do nothing that cannot be repeated except through the transaction. An
   * error of the body ends the transaction without effect and is thrown as it is.
   *
   * @throws IllegalStateException on a thread that continues transactions
   */
  public <T> T execute(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    TenureRuntime.refuseToBlockHere("executeAsync");
    return await(executeAsync(tenant, body));
  }

  /** As {@link #execute}, without waiting. */
  public <T> CompletableFuture<T> executeAsync(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return deployment.run(tenant, body);
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        cause.addSuppressed(new IllegalStateException("the transaction was awaited here"));
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }
}
