package dev.tenure.queue.pointer;

import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.PeekView;
import dev.tenure.record.FdbErrorPredicates;
import dev.tenure.record.RecordContext;
import java.util.concurrent.CompletableFuture;

/**
 * The last look at a zone whose pointer a visit has put to sleep, by that visit, after its commit.
 * An item that was committed while the visit was on its way was not seen by it, and its producer's
 * own check may have come before S did: without this look it would wait for the confirming visit.
 * What is committed after S, its producer's check finds. Thread-safe.
 */
final class SleepChecks {
  private final PointerSpace space;
  private final ZoneStores stores;
  private final LateChecks<PointerRef> checks;

  SleepChecks(PointerSpace space, ZoneStores stores) {
    this.space = space;
    this.stores = stores;
    this.checks = new LateChecks<>(space.database(), "sleep-check", this::check);
  }

  void add(PointerRef ref) {
    checks.add(ref);
  }

  /** A zone that cannot be looked into must not keep others of the transaction from being. */
  private CompletableFuture<Void> check(RecordContext context, PointerRef ref) {
    return stores
        .open(context, ref)
        .thenCompose(
            store ->
                space
                    .tenantZone(store, ref.applicationId(), ref.tenant(), ref.zone())
                    .look(PeekRequest.first(1)))
        .thenCompose(view -> nudge(context, ref, view))
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.codeOf(error).isPresent()
                    ? CompletableFuture.failedFuture(error)
                    : CompletableFuture.completedFuture(null));
  }

  private CompletableFuture<Void> nudge(RecordContext context, PointerRef ref, PeekView view) {
    if (view.items().isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    IndexedItem waiting = view.items().get(0);
    return space.nudgeLate(context, ref, waiting.vesting(), waiting.id());
  }
}
