package dev.tenure.queue.pointer;

import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The last look of a visit to an external zone, as {@link SleepChecks} for other zones: an item may
 * have been added after the visit's dequeue, and its producer may have read the pointer before it
 * slept. Without this look such an item waits for the confirming visit. Thread-safe.
 */
final class ExternalLooks {
  private static final String NUDGE = "external-check";

  private final PointerSpace space;
  private final ExternalStores stores;
  private final RunOptions options =
      RunOptions.defaults().withName("external-check").withAttemptsMax(5).withIdempotent(true);

  ExternalLooks(PointerSpace space, ExternalStores stores) {
    this.space = space;
    this.stores = stores;
  }

  /**
   * Looks once, and nudges the zone if an item vests before its pointer. An error ends the look.
   *
   * @param wakes when the pointer vests
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a failed look is made up for by a later visit
  void look(PointerRef ref, Instant wakes) {
    ExternalZoneName name = ExternalZoneName.parse(ref.zone()).orElseThrow();
    stores
        .require(name.store())
        .look(new ZoneAddress(ref.tenant(), name.zone()))
        .thenCompose(
            next ->
                next.map(after -> nudge(ref, wakes, after))
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
  }

  private CompletableFuture<Void> nudge(PointerRef ref, Instant wakes, Duration after) {
    return space
        .database()
        .run(
            options,
            context -> {
              Instant vesting = context.now().plus(after);
              return vesting.isBefore(wakes)
                  ? space.nudgeLate(context, ref, vesting, NUDGE)
                  : CompletableFuture.completedFuture(null);
            });
  }
}
