package dev.tenure.consumer.visit;

import dev.tenure.consumer.ConflictStep;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.ExternalHolds;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.inflight.TypeVersion;
import dev.tenure.consumer.run.Worker;
import dev.tenure.consumer.visit.VisitReport.ErrorKind;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.VisitRequest;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.queue.zone.LeaseResult;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Visits a zone, or leases a local item, and hands the leased items to the workers (Algorithm 2).
 * The visit itself, lines 1 to 12, is one transaction of {@link
 * dev.tenure.queue.pointer.PointerVisits}. Thread-safe.
 */
public final class Manager {
  private final Environment environment;
  private final Throttle throttle;
  private final UnknownTypes unknownTypes;
  private final Capacity capacity;
  private final Consumer<Boolean> collisions;
  private final InFlightRegistry inFlightItems;
  private final ExternalHolds externalHolds;
  private final Worker worker;

  /**
   * @param collisions is told for each visit whether another consumer was faster
   */
  public Manager(
      Environment environment,
      Throttle throttle,
      UnknownTypes unknownTypes,
      Capacity capacity,
      Consumer<Boolean> collisions,
      InFlightRegistry inFlightItems,
      ExternalHolds externalHolds,
      Worker worker) {
    this.environment = environment;
    this.throttle = throttle;
    this.unknownTypes = unknownTypes;
    this.capacity = capacity;
    this.collisions = collisions;
    this.inFlightItems = inFlightItems;
    this.externalHolds = externalHolds;
    this.worker = worker;
  }

  /**
   * Visits a candidate; the future never fails.
   *
   * @param slots the slots taken for the visit, which frees those that it does not need
   */
  public CompletableFuture<VisitReport> visit(Candidate candidate, int slots) {
    environment.meters().count(Meter.VISITS);
    return candidate.visitBy(this, slots);
  }

  /** Visits a zone (lines 1 to 12). */
  CompletableFuture<VisitReport> visitZone(Candidate.Zone zone, int slots) {
    ConsumerOptions options = environment.options();
    Throttle.Permits permits = throttle.permits();
    VisitRequest request =
        new VisitRequest(
            options.id(), slots, options.dequeueBytesMax(), options.itemLease(), permits);
    return environment
        .begin(() -> zone.source().cluster().visits().visit(zone.ref(), zone.nudges(), request))
        .handleAsync(
            (result, error) ->
                result != null
                    ? visited(zone, slots, permits, result)
                    : failed(zone, slots, permits, error),
            environment.executor())
        .thenCompose(
            report ->
                report.metUnknown() && home(zone) instanceof ItemLocation.OfTenant
                    ? unknownTypes.parkIn(home(zone), permits.unknown()).thenApply(done -> report)
                    : CompletableFuture.completedFuture(report));
  }

  private static ItemLocation home(Candidate.Zone zone) {
    QueueCluster cluster = zone.source().cluster();
    return ItemLocation.OfExternal.of(cluster, zone.ref())
        .orElseGet(
            () -> new ItemLocation.OfTenant(cluster, zone.ref().tenant(), zone.ref().zone()));
  }

  private VisitReport visited(
      Candidate.Zone zone, int slots, Throttle.Permits permits, VisitResult result) {
    environment.listener().tell(listener -> listener.visit(result));
    return result.match(new ZoneVisit(zone, slots, permits));
  }

  /** Turns the result of a visit to a zone into a report to the scanner. */
  private final class ZoneVisit implements VisitResult.Cases<VisitReport> {
    private final Candidate.Zone zone;
    private final int slots;
    private final Throttle.Permits permits;

    ZoneVisit(Candidate.Zone zone, int slots, Throttle.Permits permits) {
      this.zone = zone;
      this.slots = slots;
      this.permits = permits;
    }

    @Override
    public VisitReport taken(VisitResult.Taken taken) {
      handOver(zone, slots, permits, taken.items());
      collisions.accept(false);
      return VisitReport.of(taken.moreVested(), permits);
    }

    @Override
    public VisitReport idle(VisitResult.Idle idle) {
      tookNothing();
      collisions.accept(false);
      return tookNothingUntil(idle.next()).whenConfirmed(idle.confirmed());
    }

    @Override
    public VisitReport collected(VisitResult.Collected collected) {
      tookNothing();
      collisions.accept(false);
      environment.meters().count(Meter.POINTERS_COLLECTED);
      return VisitReport.of(false, permits);
    }

    @Override
    public VisitReport notVested(VisitResult.NotVested notVested) {
      tookNothing();
      cameTooLate();
      return VisitReport.collision();
    }

    /**
     * Another consumer has collected the pointer. The zone is not left alone, since a new pointer
     * there may be visited at once.
     */
    @Override
    public VisitReport gone(VisitResult.Gone gone) {
      tookNothing();
      if (zone.nudges().isEmpty()) {
        cameTooLate();
      } else {
        collisions.accept(false);
      }
      return VisitReport.of(false, permits);
    }

    @Override
    public VisitReport conflict(VisitResult.Conflict conflict) {
      tookNothing();
      environment.meters().count(Meter.CONFLICTS_COMMITTING);
      collided(ConflictStep.COMMIT);
      return VisitReport.collision();
    }

    @Override
    public VisitReport unable(VisitResult.Unable unable) {
      tookNothing();
      collisions.accept(false);
      environment.meters().count(Meter.VISITS_UNABLE);
      environment.log().failed("reading a zone", zone.ref(), unable.cause());
      return VisitReport.unable(unable.cause());
    }

    @Override
    public VisitReport failed(VisitResult.Failed failed) {
      tookNothing();
      collisions.accept(false);
      environment.meters().count(Meter.VISITS_FAILED);
      environment.log().failed("looking into a zone", zone.ref(), failed.cause());
      return tookNothingUntil(failed.next());
    }

    /**
     * The report when the pointer vests at that time. A pointer that is vested already, though no
     * type is unknown here, would be visited again at once.
     */
    private VisitReport tookNothingUntil(Instant next) {
      VisitReport report = VisitReport.of(false, permits);
      boolean staysVested = !next.isAfter(environment.time().now());
      return staysVested && !report.metUnknown() ? report.leavingBriefly() : report;
    }

    private void tookNothing() {
      permits.keep(Set.of());
      capacity.free(slots);
    }
  }

  private void cameTooLate() {
    environment.meters().count(Meter.CONFLICTS_READING);
    collided(ConflictStep.READ);
  }

  private void collided(ConflictStep step) {
    collisions.accept(true);
    environment.listener().tell(listener -> listener.leaseConflict(step));
  }

  private VisitReport failed(
      Candidate.Zone zone, int slots, Throttle.Permits permits, @Nullable Throwable error) {
    permits.keep(Set.of());
    return failed("a visit", zone.ref(), slots, error);
  }

  private VisitReport failed(String attempted, Object where, int slots, @Nullable Throwable error) {
    capacity.free(slots);
    environment.meters().count(Meter.VISITS_FAILED);
    if (error != null) {
      environment.report(attempted, where, error);
    }
    return VisitReport.failed(
        error != null && DatabaseTrouble.isSilence(error)
            ? ErrorKind.UNANSWERED
            : ErrorKind.REFUSED);
  }

  /** Hands leased items to the workers (line 6). */
  private void handOver(
      Candidate.Zone zone, int slots, Throttle.Permits permits, List<LeasedItem> items) {
    permits.keep(items.stream().map(leased -> leased.item().id()).collect(Collectors.toSet()));
    if (environment.lifeCycle().over()) {
      return;
    }
    ItemLocation home = home(zone);
    externalHolds.taken(home, items);
    List<InFlightItem> inFlight =
        items.stream()
            .map(leased -> new InFlightItem(home, leased, vested(permits, leased)))
            .toList();
    inFlight.forEach(inFlightItems::add);
    environment.meters().add(Meter.ITEMS_TAKEN, inFlight.size());
    capacity.free(slots - inFlight.size());
    worker.accept(inFlight);
  }

  private static Instant vested(Throttle.Permits permits, LeasedItem leased) {
    Instant vested = permits.vested(leased.item().id());
    return vested == null ? leased.item().enqueuedAt() : vested;
  }

  /** Leases a local item. */
  CompletableFuture<VisitReport> lease(Candidate.LocalItem local, int slots) {
    TopLevelEntry.Local entry = local.entry();
    if (!throttle.knows(entry.type(), entry.schemaVersion())) {
      return parkLocal(local, slots);
    }
    if (!throttle.tryAcquire(entry.type())) {
      capacity.free(slots);
      return CompletableFuture.completedFuture(VisitReport.throttled());
    }
    Source source = local.source();
    ConsumerOptions options = environment.options();
    return environment
        .begin(
            () ->
                source
                    .cluster()
                    .topLevel()
                    .runLocal(
                        source.shard(),
                        zone ->
                            zone.obtainLease(entry.id(), options.itemLease(), options.id())
                                .thenApply(result -> new LocalLease(zone.name(), result))))
        .handleAsync((lease, error) -> leased(local, slots, lease, error), environment.executor());
  }

  private CompletableFuture<VisitReport> parkLocal(Candidate.LocalItem local, int slots) {
    capacity.free(slots);
    TopLevelEntry.Local entry = local.entry();
    TypeVersion type = new TypeVersion(entry.type(), entry.schemaVersion());
    return unknownTypes
        .parkLocal(local.source(), entry.id(), type)
        .thenApply(done -> VisitReport.metUnknown(type));
  }

  private record LocalLease(String zone, LeaseResult result) {}

  private VisitReport leased(
      Candidate.LocalItem local, int slots, @Nullable LocalLease lease, @Nullable Throwable error) {
    if (lease == null || !(lease.result() instanceof LeaseResult.Granted granted)) {
      throttle.release(local.entry().type());
      if (error != null) {
        return failed("leasing a local item", local.source(), slots, error);
      }
      capacity.free(slots);
      environment.meters().count(Meter.CONFLICTS_LOCAL);
      collided(ConflictStep.LOCAL_ITEM);
      return VisitReport.collision();
    }
    collisions.accept(false);
    if (!environment.lifeCycle().over()) {
      ItemLocation home =
          new ItemLocation.OfCluster(
              local.source().cluster(), local.source().shard(), lease.zone());
      InFlightItem inFlight = new InFlightItem(home, granted.leased(), local.vesting());
      inFlightItems.add(inFlight);
      environment.meters().count(Meter.ITEMS_TAKEN);
      capacity.free(slots - 1);
      worker.accept(List.of(inFlight));
    }
    return VisitReport.uneventful();
  }
}
