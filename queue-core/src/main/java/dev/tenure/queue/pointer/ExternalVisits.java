package dev.tenure.queue.pointer;

import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.external.store.ExternalDequeue;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.DequeueView;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Visits to zones whose items lie in external stores (paper section 6.1), each in three steps: a
 * transaction leases the pointer, the store leases items, and a second transaction requeues or
 * deletes the pointer (docs/external-stores.md). Thread-safe.
 */
final class ExternalVisits {
  /** The request of a transaction that takes no items. */
  static final VisitRequest NOTHING =
      new VisitRequest("", 1, 1, Duration.ofSeconds(1), item -> false);

  private final PointerSpace space;
  private final VisitSetup setup;
  private final ExternalStores stores;
  private final RunOptions lease;
  private final RunOptions end;

  /**
   * @param options the options of visits
   */
  ExternalVisits(PointerSpace space, VisitSetup setup, ExternalStores stores, RunOptions options) {
    this.space = space;
    this.setup = setup;
    this.stores = stores;
    this.lease = options.withName("lease-pointer");
    this.end = options;
  }

  CompletableFuture<VisitResult> visit(
      PointerRef ref, List<TopLevelEntry.Nudge> nudges, VisitRequest request) {
    return CompletableFuture.completedFuture(ref)
        .thenApply(found -> ExternalZoneName.parse(found.zone()).orElseThrow())
        .thenApply(
            name ->
                new Visiting(
                    ref,
                    stores.require(name.store()),
                    new ZoneAddress(ref.tenant(), name.zone()),
                    request))
        .thenCompose(visiting -> visiting.run(nudges));
  }

  /** Extends the lease that a visit has left on a pointer; false when it is lost. */
  CompletableFuture<Boolean> extend(PointerRef ref, LeaseId held, Duration duration) {
    return run(lease, context -> visit(context, ref).extendLease(held, duration));
  }

  /** Gives the lease back that a visit has left on a pointer: it vests now. */
  CompletableFuture<Void> release(PointerRef ref, LeaseId held) {
    return run(lease, context -> visit(context, ref).giveBack(held, context.now()));
  }

  private <T> CompletableFuture<T> run(
      RunOptions options, Function<RecordContext, CompletableFuture<T>> body) {
    return space
        .database()
        .run(
            options,
            context -> {
              if (context.attempt() > 0) {
                space.meters().visitConflict();
              }
              return body.apply(context);
            });
  }

  private PointerVisit visit(RecordContext context, PointerRef ref) {
    return new PointerVisit(setup, context, ref, List.of(), NOTHING);
  }

  /** One visit. */
  private final class Visiting {
    private final PointerRef ref;
    private final ExternalStore store;
    private final ZoneAddress address;
    private final VisitRequest request;
    private final LeaseId held = LeaseId.random(space.database().random());

    Visiting(PointerRef ref, ExternalStore store, ZoneAddress address, VisitRequest request) {
      this.ref = ref;
      this.store = store;
      this.address = address;
      this.request = request;
    }

    CompletableFuture<VisitResult> run(List<TopLevelEntry.Nudge> nudges) {
      boolean exclusive = !store.leasesItems();
      return ExternalVisits.this
          .run(
              lease,
              context ->
                  new PointerVisit(setup, context, ref, nudges, request)
                      .leaseExternal(held, store.pointerLease(), exclusive))
          .thenCompose(
              leased ->
                  leased
                      .ended()
                      .map(CompletableFuture::completedFuture)
                      .orElseGet(() -> take(leased.vested())));
    }

    /**
     * Takes items. When the store fails, the pointer is given back, for consumers that reach it.
     */
    private CompletableFuture<VisitResult> take(Instant vested) {
      Instant now = space.database().clock().instant();
      DequeueRequest dequeue =
          DequeueRequest.of(request.itemsMax(), request.itemLease(), request.consumer())
              .withBytesMax(request.bytesMax());
      return CompletableFuture.completedFuture(dequeue)
          .thenCompose(wanted -> store.dequeue(address, held, wanted, request.takeable()))
          .thenApply(found -> view(found, now))
          .exceptionallyCompose(
              error ->
                  ExternalVisits.this
                      .run(lease, context -> visit(context, ref).giveBack(held, vested))
                      .handle((done, failure) -> error)
                      .thenCompose(CompletableFuture::failedFuture))
          .thenCompose(view -> taken(view, vested, now));
    }

    private DequeueView view(ExternalDequeue found, Instant now) {
      Duration duration = store.leasesItems() ? request.itemLease() : store.pointerLease();
      Lease granted = new Lease(held, now.plus(duration), duration, 0);
      return new DequeueView(
          found.items().stream()
              .map(taken -> new LeasedItem(taken.item(), granted, taken.life()))
              .toList(),
          found.more(),
          found.refused(),
          found.next().map(now::plus),
          Optional.empty());
    }

    private CompletableFuture<VisitResult> taken(DequeueView view, Instant vested, Instant now) {
      if (!store.leasesItems() && !view.items().isEmpty()) {
        return CompletableFuture.completedFuture(leftTo(view, now));
      }
      CompletableFuture<VisitResult> requeued = requeue(view, vested);
      return view.items().isEmpty()
          ? requeued
          : requeued
              .exceptionally(error -> new VisitResult.Conflict())
              .thenApply(
                  result -> result instanceof VisitResult.Taken ? result : leftTo(view, now));
    }

    /**
     * The result when items were taken and the pointer was not requeued: it vests when its lease
     * ends, or as another visit has left it. The items run in any case, since this consumer has
     * leased them.
     */
    private VisitResult leftTo(DequeueView view, Instant now) {
      return new VisitResult.Taken(view.items(), false, now.plus(store.pointerLease()));
    }

    private CompletableFuture<VisitResult> requeue(DequeueView view, Instant vested) {
      return ExternalVisits.this.run(
          end,
          context ->
              new PointerVisit(setup, context, ref, List.of(), request)
                  .endExternal(
                      held, view, vested, () -> store.look(address).thenApply(Optional::isEmpty)));
    }
  }
}
