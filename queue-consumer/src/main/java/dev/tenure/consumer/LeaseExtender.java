package dev.tenure.consumer;

import dev.tenure.queue.Lease;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.ExtendResult;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RunOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Extends leases, those of one cluster many to a transaction. Thread-safe. */
final class LeaseExtender implements Batches.Committer<QueueCluster, LeaseExtender.Extension> {
  private static final int BATCH_MAX = 256;

  private final Environment environment;
  private final Batches<QueueCluster, Extension> batches;

  /** A lease lost with the machine only frees its item sooner, so it need not be synced. */
  private final RunOptions run =
      RunOptions.defaults()
          .withName("extend-lease")
          .withAttemptsMax(5)
          .withIdempotent(true)
          .withContext(ContextOptions.defaults().withDurabilityRisky(true));

  /** A lease to be extended by its duration, from when the transaction runs. */
  record Extension(Held held, CompletableFuture<Result> result) {}

  /** What became of a lease. */
  enum Result {
    EXTENDED,
    LEASE_LOST,
    /** By its turn it was no longer to be extended. */
    NOT_DUE
  }

  LeaseExtender(Environment environment) {
    this.environment = environment;
    this.batches = new Batches<>(environment, this);
  }

  /** Extends the lease, of which the item then knows. */
  CompletableFuture<Result> extend(Held held) {
    if (held.home() instanceof Home.OfCluster) {
      BoundedRun<Optional<ExtendResult>> bounded = bounded();
      return bounded
          .start(() -> held.home().run(run, bounded.attempts(zone -> extend(held, zone))))
          .thenApply(done -> told(held, done));
    }
    Extension extension = new Extension(held, new CompletableFuture<>());
    batches.add(held.home().cluster(), extension);
    return extension.result();
  }

  private static CompletableFuture<Optional<ExtendResult>> extend(Held held, QueueZone zone) {
    Lease lease = held.lease();
    return zone.extendLease(held.item().id(), lease.id(), lease.duration()).thenApply(Optional::of);
  }

  /** After the commit. */
  private Result told(Held held, Optional<ExtendResult> result) {
    if (result.isEmpty()) {
      return Result.NOT_DUE;
    }
    if (result.get() instanceof ExtendResult.Extended extended) {
      environment.meters().leasesExtended.increment();
      held.extended(extended.lease());
      return Result.EXTENDED;
    }
    return Result.LEASE_LOST;
  }

  @Override
  public int batchMax(QueueCluster cluster) {
    return BATCH_MAX;
  }

  @Override
  public CompletableFuture<Void> commit(QueueCluster cluster, List<Extension> batch) {
    BoundedRun<List<Optional<ExtendResult>>> bounded = bounded();
    return bounded
        .start(
            () ->
                cluster
                    .database()
                    .run(
                        run,
                        bounded.attempts(
                            context -> extend(new BatchTransaction(cluster, context), batch))))
        .thenAccept(
            results -> {
              for (int i = 0; i < batch.size(); i++) {
                Extension extension = batch.get(i);
                extension.result().complete(told(extension.held(), results.get(i)));
              }
            });
  }

  /** By then every lease of the batch is over, and the next batch must have its turn. */
  private <T> BoundedRun<T> bounded() {
    return new BoundedRun<>(environment.deadlines(), environment.options().itemLease());
  }

  /** Each attempt leaves out those whose ends are under way by then: it would meet them again. */
  private CompletableFuture<List<Optional<ExtendResult>>> extend(
      BatchTransaction transaction, List<Extension> batch) {
    Instant now = environment.deadlines().now();
    List<CompletableFuture<Optional<ExtendResult>>> results = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      Held held = batch.get(i).held();
      results.add(
          held.isExtensionDue(now)
              ? transaction.write(
                  i, held.tenant(), tenant -> extend(held, tenant.zone(held.home().zone())))
              : CompletableFuture.completedFuture(Optional.empty()));
    }
    return AsyncLoop.all(results);
  }

  @Override
  public CompletableFuture<Boolean> divides(
      QueueCluster cluster, List<Extension> batch, Throwable error) {
    DatabaseTrouble trouble = DatabaseTrouble.of(error);
    return CompletableFuture.completedFuture(
        trouble == DatabaseTrouble.CONFLICT || !trouble.mayPass());
  }

  @Override
  public boolean apart(QueueCluster cluster, Extension extension) {
    return false;
  }

  @Override
  public void failed(Extension extension, Throwable error) {
    extension
        .result()
        .completeExceptionally(error instanceof CulpritException culprit ? culprit.why() : error);
  }

  @Override
  public void postponed(Extension extension, Throwable error) {
    failed(extension, error);
  }
}
