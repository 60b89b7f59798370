package dev.tenure.queue.pointer;

import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.PeekView;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.context.RecordContext;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The last look at a zone whose pointer a visit has put to sleep, by that visit, after its commit.
 * An item that was committed while the visit was on its way was not seen by it, and its producer's
 * own check may have come before S did: without this look it would wait for the confirming visit.
 * The same holds for the end of a pause. What is committed after S, its producer's check finds.
 * Thread-safe.
 */
final class SleepChecks {
  /** Stands where a nudge has its item's id. */
  private static final String NUDGE = "sleep-check";

  private final PointerSpace space;
  private final ZoneStores stores;
  private final LateChecks<Check> checks;

  /**
   * A zone to look at.
   *
   * @param wakes when its pointer vests
   */
  private record Check(PointerRef ref, Instant wakes) {}

  SleepChecks(PointerSpace space, ZoneStores stores) {
    this.space = space;
    this.stores = stores;
    this.checks = new LateChecks<>(space.database(), "sleep-check", this::check);
  }

  void add(PointerRef ref, Instant wakes) {
    checks.add(new Check(ref, wakes));
  }

  private CompletableFuture<Void> check(RecordContext context, Check check) {
    PointerRef ref = check.ref();
    return stores
        .open(context, ref)
        .thenApply(store -> space.tenantZone(store, ref.applicationId(), ref.tenant(), ref.zone()))
        .thenCompose(zone -> check(context, check, zone));
  }

  private CompletableFuture<Void> check(RecordContext context, Check check, QueueZone zone) {
    return zone.look(PeekRequest.first(1))
        .thenCompose(
            view -> {
              Optional<Instant> vesting =
                  earliest(view).filter(each -> each.isBefore(check.wakes()));
              return vesting.isEmpty()
                  ? CompletableFuture.<Void>completedFuture(null)
                  : nudge(context, check.ref(), vesting.get(), zone);
            });
  }

  private static Optional<Instant> earliest(PeekView view) {
    return view.items().isEmpty()
        ? view.earliestUnvested()
        : Optional.of(view.items().get(0).vesting());
  }

  private CompletableFuture<Void> nudge(
      RecordContext context, PointerRef ref, Instant vesting, QueueZone zone) {
    return zone.settings()
        .thenCompose(
            settings ->
                settings.paused()
                    ? CompletableFuture.completedFuture(null)
                    : space.nudgeLate(context, ref, vesting, NUDGE));
  }
}
