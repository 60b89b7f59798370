package dev.tenure.consumer.upkeep;

import dev.tenure.consumer.batch.BatchTransaction;
import dev.tenure.consumer.batch.Batches;
import dev.tenure.consumer.batch.BoundedRun;
import dev.tenure.consumer.batch.CulpritException;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.queue.Lease;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.ExtendResult;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RunOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Extends leases, many of one cluster in one transaction. Thread-safe. */
final class LeaseExtender implements Batches.Committer<QueueCluster, LeaseExtender.Extension> {
  private static final int BATCH_MAX = 256;

  private final Environment environment;
  private final Batches<QueueCluster, Extension> batches;

  /**
   * The commit need not be synced: an extension that is lost with the machine only frees its item
   * sooner.
   */
  private final RunOptions run =
      RunOptions.defaults()
          .withName("extend-lease")
          .withAttemptsMax(5)
          .withIdempotent(true)
          .withContext(ContextOptions.defaults().withDurabilityRisky(true));

  /**
   * A lease to extend. Its duration counts from the time of the transaction.
   *
   * @param held whether the lease is still held
   */
  record Extension(InFlightItem inFlight, CompletableFuture<Boolean> held) {}

  LeaseExtender(Environment environment) {
    this.environment = environment;
    this.batches = new Batches<>(environment, this);
  }

  /**
   * Extends the lease and sets it on the item, unless the extension is no longer due at its turn.
   * Gives whether the lease is still held.
   */
  CompletableFuture<Boolean> extend(InFlightItem inFlight) {
    if (inFlight.home() instanceof ItemLocation.OfExternal home) {
      return extend(inFlight, home);
    }
    if (inFlight.home().isLocal()) {
      BoundedRun<Optional<ExtendResult>> bounded = bounded();
      return bounded
          .start(() -> inFlight.home().run(run, bounded.attempts(zone -> extend(inFlight, zone))))
          .thenApply(done -> told(inFlight, done));
    }
    Extension extension = new Extension(inFlight, new CompletableFuture<>());
    batches.add(inFlight.home().cluster(), extension);
    return extension.held();
  }

  /** Extends the lease on the item, or on its pointer where the store leases no items. */
  private CompletableFuture<Boolean> extend(InFlightItem inFlight, ItemLocation.OfExternal home) {
    Lease lease = inFlight.lease();
    Lease longer =
        new Lease(lease.id(), environment.time().now().plus(lease.duration()), lease.duration(), 0);
    return environment
        .begin(() -> extend(inFlight.item().id(), lease, home))
        .thenApply(
            held -> {
              if (held) {
                environment.meters().count(Meter.LEASES_EXTENDED);
                inFlight.extended(longer);
              }
              return held;
            });
  }

  private static CompletableFuture<Boolean> extend(
      String id, Lease lease, ItemLocation.OfExternal home) {
    return home.store().leasesItems()
        ? home.store()
            .extend(home.address(), id, lease.id(), lease.duration())
            .thenApply(outcome -> outcome == ZoneOutcome.DONE)
        : home.cluster().visits().extendPointer(home.ref(), lease.id(), lease.duration());
  }

  private static CompletableFuture<Optional<ExtendResult>> extend(
      InFlightItem inFlight, QueueZone zone) {
    Lease lease = inFlight.lease();
    return zone.extendLease(inFlight.item().id(), lease.id(), lease.duration())
        .thenApply(Optional::of);
  }

  /** Sets the committed lease on the item; whether it is still held. */
  private boolean told(InFlightItem inFlight, Optional<ExtendResult> result) {
    if (result.isPresent() && result.get() instanceof ExtendResult.Extended extended) {
      environment.meters().count(Meter.LEASES_EXTENDED);
      inFlight.extended(extended.lease());
      return true;
    }
    return result.isEmpty();
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
                extension.held().complete(told(extension.inFlight(), results.get(i)));
              }
            });
  }

  /**
   * Bounds the run of a batch: after this time all its leases are over, and the next batch must
   * have its turn.
   */
  private <T> BoundedRun<T> bounded() {
    return new BoundedRun<>(environment.time(), environment.options().itemLease());
  }

  /**
   * Extends the leases of a batch. Each attempt leaves out items whose ends are under way by then,
   * since it would conflict with them.
   */
  private CompletableFuture<List<Optional<ExtendResult>>> extend(
      BatchTransaction transaction, List<Extension> batch) {
    Instant now = environment.time().now();
    List<CompletableFuture<Optional<ExtendResult>>> results = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      InFlightItem inFlight = batch.get(i).inFlight();
      results.add(
          inFlight.isExtensionDue(now)
              ? transaction.write(
                  i,
                  inFlight.tenant(),
                  tenant -> extend(inFlight, tenant.zone(inFlight.home().zone())))
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
        .held()
        .completeExceptionally(error instanceof CulpritException culprit ? culprit.why() : error);
  }

  @Override
  public void postponed(Extension extension, Throwable error) {
    failed(extension, error);
  }
}
