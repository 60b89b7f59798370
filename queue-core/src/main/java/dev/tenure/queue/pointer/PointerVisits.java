package dev.tenure.queue.pointer;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Visits to zones (paper, Algorithm 2), each one transaction at a fresh read version. Thread-safe.
 */
public final class PointerVisits {
  private final PointerSpace space;
  private final VisitSetup setup;
  private final CollisionRate collisions;
  private final ExternalVisits external;

  /**
   * A visit's commit may be lost in a crash of the machine, so it need not wait for the disk. A
   * lost lease frees its items sooner; a pointer that comes back or is awake again is visited once
   * more.
   */
  private final RunOptions options =
      RunOptions.defaults()
          .withName("visit")
          .withAttemptsMax(3)
          .withContext(ContextOptions.defaults().withDurabilityRisky(true));

  private final RunOptions leaseOptions = options.withName("lease-pointer");

  /**
   * @param minInactive the time that a zone stays empty before its pointer is deleted
   */
  public PointerVisits(
      PointerSpace space,
      ZoneStores stores,
      ExternalStores external,
      Duration minInactive,
      PointerLeasing leasing) {
    this.space = space;
    this.setup =
        new VisitSetup(
            space,
            stores,
            minInactive,
            new PeekMarks(),
            new SleepChecks(space, stores, new ExternalLooks(space, external)));
    this.collisions = new CollisionRate(leasing);
    this.external = new ExternalVisits(space, setup, external, options);
  }

  /**
   * Leases vested items of the pointer's zone, and requeues or deletes the pointer.
   *
   * @param nudges the nudges of the zone that a peek has found; the visit clears them
   */
  public CompletableFuture<VisitResult> visit(
      PointerRef ref, List<TopLevelEntry.Nudge> nudges, VisitRequest request) {
    if (ExternalZoneName.isExternal(ref.zone())) {
      return external
          .visit(ref, List.copyOf(nudges), request)
          .exceptionallyCompose(error -> failed(ref, request, FdbErrorPredicates.unwrap(error)));
    }
    Visiting visiting = new Visiting(ref, List.copyOf(nudges), request);
    return (collisions.leaseFirst() ? visiting.leased() : visiting.atOnce())
        .exceptionallyCompose(error -> failed(ref, request, FdbErrorPredicates.unwrap(error)))
        .thenApply(visiting::ended);
  }

  /**
   * Extends the lease that a visit has left on the pointer of an external zone, whose store leases
   * no items. Gives whether the lease is still held.
   */
  public CompletableFuture<Boolean> extendPointer(
      PointerRef ref, LeaseId lease, Duration duration) {
    return external.extend(ref, lease, duration);
  }

  /** Gives such a lease back, since all items of the visit have ended. */
  public CompletableFuture<Void> releasePointer(PointerRef ref, LeaseId lease) {
    return external.release(ref, lease);
  }

  /**
   * Lets a pointer vest now whose lease is over by version and ends, by time, long after, because
   * its holder's clock was ahead. Raises the shard's signal.
   *
   * @return {@code DONE} when the pointer vests now, {@code ITEM_LEASED} while its lease lasts by
   *     version, {@code LEASE_LOST} when it has no such lease
   */
  public CompletableFuture<ZoneOutcome> freeStranded(PointerRef ref) {
    return space
        .database()
        .run(
            leaseOptions,
            context ->
                new PointerVisit(setup, context, ref, List.of(), ExternalVisits.NOTHING)
                    .freeStranded());
  }

  /** One visit, which may take several transactions. */
  private final class Visiting {
    private final PointerRef ref;
    private final List<TopLevelEntry.Nudge> nudges;
    private final VisitRequest request;
    private volatile boolean collided;

    Visiting(PointerRef ref, List<TopLevelEntry.Nudge> nudges, VisitRequest request) {
      this.ref = ref;
      this.nudges = nudges;
      this.request = request;
    }

    CompletableFuture<VisitResult> atOnce() {
      return run(options, context -> visit(context, ref, nudges, request).run());
    }

    CompletableFuture<VisitResult> leased() {
      LeaseId lease = LeaseId.random(space.database().random());
      return run(leaseOptions, context -> visit(context, ref, nudges, request).lease(lease))
          .thenCompose(
              taken ->
                  taken
                      .ended()
                      .map(CompletableFuture::completedFuture)
                      .orElseGet(() -> leased(lease, taken.vested())));
    }

    private CompletableFuture<VisitResult> leased(LeaseId lease, Instant vested) {
      return run(
              options, context -> visit(context, ref, List.of(), request).runLeased(lease, vested))
          .exceptionallyCompose(error -> gaveUp(lease, vested, error));
    }

    /** Gives the lease back when the visit failed, so that other consumers need not wait. */
    private CompletableFuture<VisitResult> gaveUp(LeaseId lease, Instant vested, Throwable error) {
      if (!VisitFailure.of(error).givesBack()) {
        return CompletableFuture.failedFuture(error);
      }
      return run(
              leaseOptions,
              context -> visit(context, ref, List.of(), request).giveBack(lease, vested))
          .handle((done, failure) -> error)
          .thenCompose(CompletableFuture::failedFuture);
    }

    private <T> CompletableFuture<T> run(
        RunOptions run, Function<RecordContext, CompletableFuture<T>> body) {
      return space
          .database()
          .run(
              run,
              context -> {
                if (context.attempt() > 0) {
                  collided = true;
                  space.meters().visitConflict();
                }
                return body.apply(context);
              });
    }

    VisitResult ended(VisitResult result) {
      collisions.visited(collided || result instanceof VisitResult.Conflict);
      return result;
    }
  }

  private CompletableFuture<VisitResult> failed(
      PointerRef ref, VisitRequest request, Throwable cause) {
    return switch (VisitFailure.of(cause)) {
      case CONFLICT -> {
        space.meters().visitConflict();
        yield CompletableFuture.completedFuture(new VisitResult.Conflict());
      }
      case UNWELL, DATABASE -> CompletableFuture.failedFuture(cause);
      case UNABLE -> CompletableFuture.completedFuture(new VisitResult.Unable(cause));
      case STORE ->
          space
              .database()
              .run(options, context -> visit(context, ref, List.of(), request).backOff(cause));
    };
  }

  private PointerVisit visit(
      RecordContext context,
      PointerRef ref,
      List<TopLevelEntry.Nudge> nudges,
      VisitRequest request) {
    return new PointerVisit(setup, context, ref, nudges, request);
  }
}
