package dev.tenure.queue.pointer;

import dev.tenure.record.ContextOptions;
import dev.tenure.record.FdbErrorPredicates;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Visits to zones (paper, Algorithm 2), each one transaction at a fresh read version. Thread-safe.
 */
public final class PointerVisits {
  private final PointerSpace space;
  private final VisitSetup setup;

  /**
   * What a visit writes may be lost with the machine: a lease lost frees its items sooner, and a
   * pointer that is back, or awake again, is visited once more. What was written before it is not.
   */
  private final RunOptions options =
      RunOptions.defaults()
          .withName("visit")
          .withAttemptsMax(3)
          .withContext(ContextOptions.defaults().withDurabilityRisky(true));

  /**
   * @param minInactive how long a zone stays empty before its pointer is collected
   */
  public PointerVisits(PointerSpace space, ZoneStores stores, Duration minInactive) {
    this.space = space;
    this.setup = new VisitSetup(space, stores, minInactive, new PeekMarks());
  }

  /**
   * Leases what is vested in the pointer's zone and requeues or collects the pointer.
   *
   * @param nudges those seen for this pointer; cleared by the visit
   */
  public CompletableFuture<VisitResult> visit(
      PointerRef ref, List<TopLevelEntry.Nudge> nudges, VisitRequest request) {
    List<TopLevelEntry.Nudge> seen = List.copyOf(nudges);
    return space
        .database()
        .run(
            options,
            context -> {
              if (context.attempt() > 0) {
                space.meters().visitConflict();
              }
              return visit(context, ref, seen, request).run();
            })
        .exceptionallyCompose(error -> failed(ref, request, FdbErrorPredicates.unwrap(error)));
  }

  /** A conflict is a cheap, expected outcome; anything else that will not pass backs off. */
  private CompletableFuture<VisitResult> failed(
      PointerRef ref, VisitRequest request, Throwable cause) {
    if (FdbErrorPredicates.conflict(cause)) {
      space.meters().visitConflict();
      return CompletableFuture.completedFuture(new VisitResult.Conflict());
    }
    if (FdbErrorPredicates.retryable(cause)) {
      return CompletableFuture.failedFuture(cause);
    }
    return space
        .database()
        .run(options, context -> visit(context, ref, List.of(), request).backOff(cause));
  }

  private PointerVisit visit(
      RecordContext context,
      PointerRef ref,
      List<TopLevelEntry.Nudge> nudges,
      VisitRequest request) {
    return new PointerVisit(setup, context, ref, nudges, request);
  }
}
