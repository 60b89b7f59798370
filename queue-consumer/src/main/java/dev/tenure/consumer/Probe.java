package dev.tenure.consumer;

import dev.tenure.queue.Lease;
import dev.tenure.queue.zone.ExtendResult;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the database is well for everybody, after a transaction with effects has failed in
 * a way that may be the database's doing or the effects': it extends the item's lease, which is a
 * transaction on the same item without effects. Thread-safe.
 */
final class Probe {
  private static final Duration BOUND = Duration.ofSeconds(5);

  private final Deadlines deadlines;
  private final RunOptions run =
      RunOptions.defaults().withName("probe").withAttemptsMax(2).withIdempotent(true);

  Probe(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /** Never fails. */
  CompletableFuture<Boolean> isWell(Held held) {
    BoundedRun<ExtendResult> bounded = new BoundedRun<>(deadlines, BOUND);
    Lease lease = held.lease();
    return CompletableFuture.completedFuture(held)
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
        .handle((result, error) -> isWell(held, result, error));
  }

  private static boolean isWell(
      Held held, @Nullable ExtendResult result, @Nullable Throwable error) {
    if (result instanceof ExtendResult.Extended extended) {
      held.extended(extended.lease());
    }
    return error == null
        || DatabaseTrouble.of(error) == DatabaseTrouble.CONFLICT
        || !DatabaseTrouble.of(error).mayPass();
  }
}
