package dev.tenure.consumer.end;

import dev.tenure.consumer.batch.BoundedRun;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.Lease;
import dev.tenure.queue.zone.ExtendResult;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the database is well, after a transaction with effects has failed for a reason that
 * may lie in the database or in the effects. The probe extends the item's lease, which is a
 * transaction on the same item without effects. Thread-safe.
 */
final class LeaseProbe {
  private static final Duration BOUND = Duration.ofSeconds(5);

  private final Scheduler scheduler;
  private final RunOptions run =
      RunOptions.defaults().withName("probe").withAttemptsMax(2).withIdempotent(true);

  LeaseProbe(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Whether the extension succeeded; the future never fails. */
  CompletableFuture<Boolean> isWell(InFlightItem inFlight) {
    BoundedRun<ExtendResult> bounded = new BoundedRun<>(scheduler, BOUND);
    Lease lease = inFlight.lease();
    return CompletableFuture.completedFuture(inFlight)
        .thenCompose(
            item ->
                bounded.start(
                    () ->
                        item.home()
                            .run(
                                run,
                                bounded.attempts(
                                    zone ->
                                        zone.extendLease(
                                            item.item().id(), lease.id(), lease.duration())))))
        .handle((result, error) -> isWell(inFlight, result, error));
  }

  private static boolean isWell(
      InFlightItem inFlight, @Nullable ExtendResult result, @Nullable Throwable error) {
    if (result instanceof ExtendResult.Extended extended) {
      inFlight.extended(extended.lease());
    }
    return error == null
        || DatabaseTrouble.of(error) == DatabaseTrouble.CONFLICT
        || !DatabaseTrouble.of(error).mayPass();
  }
}
