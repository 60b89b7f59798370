package dev.tenure.queue.batch;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.record.error.FdbErrorPredicates;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Enqueues any number of items into one zone, in as many transactions as they need, one after the
 * other. Each transaction commits or fails by itself. The call does not fail: every item has an
 * outcome in its report. Thread-safe.
 *
 * <p>An item without an id is given one before the first write and keeps it. A transaction with an
 * unknown result that runs again therefore finds the items of its first attempt. Every item costs
 * the reads of an item with a given id.
 */
public final class BatchEnqueue {
  /**
   * The length of the prefix of a tenant's keys beside its name; a cluster's root may be longer.
   */
  private static final int ROOT_BYTES = 32;

  private final TenantRunner runner;
  private final RandomGenerator random;
  private final String zone;
  private final int keyBytes;

  /** Runs one transaction on the tenant. */
  @FunctionalInterface
  private interface TenantRunner {
    CompletableFuture<List<EnqueueResult>> run(
        Function<TenantTransaction, CompletionStage<List<EnqueueResult>>> body);
  }

  private BatchEnqueue(TenantRunner runner, RandomGenerator random, TenantId tenant, String zone) {
    this.runner = runner;
    this.random = random;
    this.zone = QueueLimits.checkName("zone", zone, QueueLimits.ZONE_BYTES_MAX);
    this.keyBytes = ROOT_BYTES + bytes(tenant.user()) + bytes(zone);
  }

  private static int bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }

  /** For a zone of a tenant on any cluster of the deployment. */
  public static BatchEnqueue into(Deployment deployment, TenantId tenant, String zone) {
    RandomGenerator random = deployment.clusters().get(0).database().random();
    return new BatchEnqueue(body -> deployment.run(tenant, body), random, tenant, zone);
  }

  /** For a zone of a tenant of this cluster. */
  public static BatchEnqueue into(QueueCluster cluster, TenantId tenant, String zone) {
    return new BatchEnqueue(
        body -> cluster.run(tenant, body), cluster.database().random(), tenant, zone);
  }

  /** As {@link #enqueueInBatches(Stream, BatchOptions)}, with the default options. */
  public CompletableFuture<BatchReport> enqueueInBatches(List<NewItem> items) {
    return enqueueInBatches(items.stream(), BatchOptions.defaults());
  }

  /**
   * Enqueues the items. Memory holds the items of one transaction and all outcomes.
   *
   * @param items is drawn from between transactions, on the thread that completed the previous one.
   *     It must not block, and is not closed
   * @return fails only with what the stream throws; transactions before that have been committed
   */
  public CompletableFuture<BatchReport> enqueueInBatches(
      Stream<NewItem> items, BatchOptions options) {
    return new BatchRun(items.iterator(), options, keyBytes, random, this::enqueue).run();
  }

  private CompletableFuture<List<EnqueueResult>> enqueue(List<NewItem> batch) {
    CompletableFuture<List<EnqueueResult>> running;
    try {
      running = runner.run(transaction -> transaction.zone(zone).enqueueAll(batch));
    } catch (RuntimeException e) {
      running = CompletableFuture.failedFuture(e);
    }
    return running.exceptionallyCompose(
        error -> CompletableFuture.failedFuture(FdbErrorPredicates.unwrap(error)));
  }
}
