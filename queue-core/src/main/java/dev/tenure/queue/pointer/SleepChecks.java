package dev.tenure.queue.pointer;

import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.PeekView;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.context.RecordContext;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The last look: after the commit of a visit that put a pointer to sleep, reads the zone once more,
 * and writes a nudge if an item has vested. Thread-safe.
 *
 * <p>Without it, one order of commits would let an item wait for the confirming visit: the visit
 * reads the zone; the producer commits its item; the producer's check ({@link WakeChecks}) reads
 * the pointer as awake; the visit commits S. The same holds for the end of a pause. Items that
 * commit after S are found by their producers' checks.
 */
final class SleepChecks {
  /** Takes the place of the item's id in nudges of checks. */
  private static final String NUDGE = "sleep-check";

  private final PointerSpace space;
  private final ZoneStores stores;
  private final ExternalLooks externalLooks;
  private final LateChecks<Check> checks;

  /**
   * A zone that is to be read once more.
   *
   * @param wakes when its pointer vests
   */
  private record Check(PointerRef ref, Instant wakes) {}

  SleepChecks(PointerSpace space, ZoneStores stores, ExternalLooks externalLooks) {
    this.space = space;
    this.stores = stores;
    this.externalLooks = externalLooks;
    this.checks = new LateChecks<>(space.database(), "sleep-check", this::check);
  }

  void add(PointerRef ref, Instant wakes) {
    if (ExternalZoneName.isExternal(ref.zone())) {
      externalLooks.look(ref, wakes);
    } else {
      checks.add(new Check(ref, wakes));
    }
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
