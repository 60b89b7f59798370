package dev.tenure.consumer.batch;

import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.failure.ForeignErrors;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.context.RecordContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A transaction that writes about several items of one cluster. Thread-safe. */
public final class BatchTransaction {
  private final QueueCluster cluster;
  private final RecordContext context;
  private final Map<TenantId, CompletableFuture<TenantTransaction>> tenants =
      new ConcurrentHashMap<>();

  public BatchTransaction(QueueCluster cluster, RecordContext context) {
    this.cluster = cluster;
    this.context = context;
  }

  public RecordContext context() {
    return context;
  }

  /**
   * Writes about an item of the tenant, whose store is opened once. Errors of the database are
   * passed on; any other error becomes a {@link CulpritException} that names this write.
   *
   * @param index of the write in its batch
   */
  public <T> CompletableFuture<T> write(
      int index,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> write) {
    return CompletableFuture.completedFuture(tenant)
        .thenCompose(this::open)
        .<T>thenCompose(write)
        .exceptionallyCompose(error -> CompletableFuture.failedFuture(blamed(index, error)));
  }

  /** As {@link #write}, about a local item. */
  public <T> CompletableFuture<T> writeLocal(
      int index, Function<? super ClusterTransaction, ? extends CompletionStage<T>> write) {
    return CompletableFuture.completedFuture(cluster.begin(context))
        .<T>thenCompose(write)
        .exceptionallyCompose(error -> CompletableFuture.failedFuture(blamed(index, error)));
  }

  private CompletableFuture<TenantTransaction> open(TenantId tenant) {
    return tenants.computeIfAbsent(
        tenant,
        absent -> cluster.begin(context, absent).thenApply(TenantTransaction::ofItemUnderWay));
  }

  private static Throwable blamed(int index, Throwable error) {
    Throwable plain = ForeignErrors.unwrap(error);
    return plain instanceof CulpritException || DatabaseTrouble.of(plain).mayPass()
        ? plain
        : new CulpritException(index, false, plain);
  }
}
