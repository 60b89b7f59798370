package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Leases items. A lease is a vesting time in the future and a new random id (paper section 5). An
 * item may be taken over only when its lease has ended by wall time and by read version.
 */
final class ZoneLeases {
  private final ZoneAccess zone;
  private final ZoneGroups groups;

  ZoneLeases(ZoneAccess zone, ZoneGroups groups) {
    this.zone = zone;
    this.groups = groups;
  }

  /**
   * The items that a dequeue leased, and the result of its peek.
   *
   * @param held the items whose leases have ended by wall time only, each with the end of its lease
   *     by version
   * @param more whether vested items may follow that were not read
   */
  record Dequeued(
      List<LeasedItem> items, ZonePeek.Found found, Map<String, Instant> held, boolean more) {

    /** Whether all items that were read are held, and more items follow. */
    boolean stoppedAtHeld() {
      return items.isEmpty() && !held.isEmpty() && more;
    }

    DequeueView view() {
      return new DequeueView(
          items,
          more,
          found.refused(),
          Stream.concat(found.earliestUnvested().stream(), held.values().stream())
              .min(Comparator.naturalOrder()),
          held.isEmpty() && found.refused() == 0 ? firstLeft() : Optional.empty());
    }

    private Optional<PeekMark> firstLeft() {
      return found.items().stream()
          .skip(items.size())
          .findFirst()
          .or(found::beyond)
          .map(PeekMark::at);
    }
  }

  /**
   * Leases items.
   *
   * @param permits called once for each item that the condition accepts, in order
   */
  CompletableFuture<Dequeued> dequeue(DequeueRequest request, Predicate<IndexedItem> permits) {
    Predicate<IndexedItem> filter = EntryCondition.of(request.condition()).and(permits);
    ZonePeek.Wanted peek = new ZonePeek.Wanted(request.max(), 0, filter);
    return emptied()
        .thenCompose(done -> peek(peek, request.from()))
        .thenCompose(found -> take(found, request))
        .thenCompose(
            first -> first.stoppedAtHeld() ? behind(first, request, filter) : completed(first));
  }

  CompletableFuture<QueueItem> withLease(QueueItem record) {
    return visitLeases()
        .thenApply(
            rows ->
                rows.stream()
                    .filter(row -> row.holds(record.getId()))
                    .findFirst()
                    .map(row -> row.applyTo(record))
                    .orElse(record));
  }

  CompletableFuture<List<String>> heldUntil(Instant from, Instant to) {
    return visitLeases()
        .thenApply(
            rows ->
                rows.stream()
                    .filter(row -> row.untilMillis() >= from.toEpochMilli())
                    .filter(row -> row.untilMillis() <= to.toEpochMilli())
                    .flatMap(row -> row.held().stream())
                    .sorted()
                    .toList());
  }

  private CompletableFuture<List<VisitLeaseRow>> visitLeases() {
    return VisitLeases.mayExist(zone.store())
        ? zone.rows().all()
        : CompletableFuture.completedFuture(List.of());
  }

  /** Deletes the leases of visits that hold nothing any more. */
  private CompletableFuture<Void> emptied() {
    return VisitLeases.mayExist(zone.store())
        ? zone.rows().all().thenAccept(rows -> zone.rows().deleteEmpty())
        : CompletableFuture.completedFuture(null);
  }

  /** Peeks past the items that leases of visits hold by time. */
  CompletableFuture<ZonePeek.Found> peek(ZonePeek.Wanted wanted, Optional<PeekMark> from) {
    if (!VisitLeases.mayExist(zone.store())) {
      return ZonePeek.peek(zone.store(), zone.zone(), wanted, from, List.of(), zone.now());
    }
    long now = zone.now().toEpochMilli();
    return zone.rows()
        .all()
        .thenCompose(
            rows ->
                ZonePeek.peek(
                    zone.store(),
                    zone.zone(),
                    wanted,
                    from,
                    rows.stream().filter(row -> row.lasts(now)).toList(),
                    zone.now()));
  }

  /** The earliest vesting time of all items, at which those that are leased can be taken over. */
  CompletableFuture<Optional<Instant>> earliestVesting() {
    return VisitLeases.mayExist(zone.store())
        ? zone.rows().all().thenCompose(this::earliestVesting)
        : ZonePeek.earliest(zone.store(), zone.zone());
  }

  /** Reads the first entry of each priority that no lease of a visit holds. */
  private CompletableFuture<Optional<Instant>> earliestVesting(List<VisitLeaseRow> rows) {
    List<CompletableFuture<Optional<Instant>>> earliest = new ArrayList<>();
    rows.stream()
        .filter(row -> !row.isEmpty())
        .map(row -> Optional.of(Instant.ofEpochMilli(row.untilMillis())))
        .map(CompletableFuture::completedFuture)
        .forEach(earliest::add);
    for (int priority = 0; priority <= QueueLimits.PRIORITY_MAX; priority++) {
      TupleRange level = TupleRange.prefix(Tuple.from(zone.zone(), priority));
      earliest.add(
          zone.store()
              .scanIndex(
                  QueueSchema.VESTING_INDEX,
                  level,
                  Continuation.START,
                  ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT))
              .map(IndexedItem::of)
              .filter(item -> rows.stream().noneMatch(row -> row.holds(item.id())))
              .first()
              .thenApply(first -> first.map(IndexedItem::vesting)));
    }
    return AsyncLoop.all(earliest)
        .thenApply(all -> all.stream().flatMap(Optional::stream).min(Comparator.naturalOrder()));
  }

  /**
   * Reads behind items that are held, twice as many each time. They seem vested to a process with a
   * fast clock, and would hide the items behind them from a small dequeue.
   */
  private CompletableFuture<Dequeued> behind(
      Dequeued first, DequeueRequest request, Predicate<IndexedItem> filter) {
    Map<String, Instant> held = first.held();
    int max = Math.min(QueueLimits.DEQUEUE_ITEMS_MAX, Math.max(request.max(), 2 * held.size()));
    ZonePeek.Wanted peek =
        new ZonePeek.Wanted(max, 0, item -> !held.containsKey(item.id()) && filter.test(item));
    return peek(peek, Optional.empty())
        .thenCompose(found -> take(found, request))
        .thenCompose(
            next -> {
              boolean further = next.stoppedAtHeld();
              next.held().forEach(held::putIfAbsent);
              Dequeued both = new Dequeued(next.items(), next.found(), held, next.more());
              return further ? behind(both, request, filter) : completed(both);
            });
  }

  private static CompletableFuture<Dequeued> completed(Dequeued dequeued) {
    return CompletableFuture.completedFuture(dequeued);
  }

  private CompletableFuture<Dequeued> take(ZonePeek.Found found, DequeueRequest request) {
    return zone.version().thenCompose(version -> take(found, request, version));
  }

  /** Reads all states and separate bodies at once, and leases the items in order. */
  private CompletableFuture<Dequeued> take(
      ZonePeek.Found found, DequeueRequest request, long readVersion) {
    List<CompletableFuture<Optional<ItemInZone>>> states =
        within(found.items(), request.bytesMax()).stream()
            .map(candidate -> zone.state(candidate.id()))
            .toList();
    return AsyncLoop.all(states).thenCompose(read -> grant(found, read, request, readVersion));
  }

  /** The first candidate, and those after it whose bodies fit. */
  private static List<IndexedItem> within(List<IndexedItem> candidates, long bytesMax) {
    List<IndexedItem> fitting = new ArrayList<>(candidates.size());
    long bytes = 0;
    for (IndexedItem candidate : candidates) {
      if (fitting.isEmpty() || bytes + candidate.bodySize() <= bytesMax) {
        bytes += candidate.bodySize();
        fitting.add(candidate);
      }
    }
    return fitting;
  }

  private CompletableFuture<Dequeued> grant(
      ZonePeek.Found found,
      List<Optional<ItemInZone>> states,
      DequeueRequest request,
      long readVersion) {
    List<CompletableFuture<LeasedItem>> leased = new ArrayList<>(states.size());
    Map<String, Instant> held = new LinkedHashMap<>();
    List<String> fresh = new ArrayList<>(states.size());
    Optional<Lease> visit =
        request.together() ? Optional.of(newLease(request.lease(), readVersion)) : Optional.empty();
    for (Optional<ItemInZone> state : states) {
      if (state.isPresent()) {
        QueueItem item = state.get().item();
        if (!zone.available(item, readVersion)) {
          held.put(item.getId(), zone.availableAt(item, readVersion));
        } else if (leased.size() < request.max()) {
          if (visit.isPresent() && item.getLeaseId().isEmpty()) {
            fresh.add(item.getId());
            QueueItem named = leased(item, visit.get(), request.consumer());
            leased.add(withBody(item, named, visit.get(), Optional.of(state.get().stored())));
          } else {
            leased.add(grant(state.get(), request.lease(), request.consumer(), readVersion));
          }
        }
      }
    }
    CompletableFuture<Void> granted =
        fresh.isEmpty()
            ? CompletableFuture.completedFuture(null)
            : zone.rows().grant(visit.orElseThrow(), request.consumer(), fresh);
    return granted.thenCompose(
        done -> AsyncLoop.all(leased).thenApply(items -> dequeued(items, found, held)));
  }

  private Lease newLease(Duration duration, long readVersion) {
    LeaseId id = LeaseId.random(zone.context().random());
    return new Lease(id, zone.now().plus(duration), duration, readVersion);
  }

  private static QueueItem leased(QueueItem item, Lease lease, String consumer) {
    return withLease(item.toBuilder(), lease)
        .setLeaseCount(item.getLeaseCount() + 1)
        .setAttemptCount(item.getAttemptCount() + ZoneAccess.unreported(item))
        .setLeasedBy(consumer)
        .build();
  }

  private CompletableFuture<LeasedItem> withBody(
      QueueItem item, QueueItem leased, Lease lease, Optional<StoredRecord> record) {
    return zone.bodyApart(item)
        .thenApply(apart -> new LeasedItem(ItemRecords.workItem(leased, apart), lease, 0, record));
  }

  private static Dequeued dequeued(
      List<LeasedItem> items, ZonePeek.Found found, Map<String, Instant> held) {
    boolean leftOut = found.items().size() > items.size() + held.size();
    return new Dequeued(items, found, held, found.more() || leftOut);
  }

  /**
   * Applies a function to the item, which may be absent, and to the read version of the
   * transaction.
   */
  private <T> CompletableFuture<T> withState(
      String id,
      BiFunction<ItemInZone, Long, CompletableFuture<T>> ifThere,
      Supplier<CompletableFuture<T>> ifAbsent) {
    return zone.version()
        .thenCompose(
            version ->
                zone.state(id)
                    .thenCompose(
                        state ->
                            state.map(there -> ifThere.apply(there, version)).orElseGet(ifAbsent)));
  }

  CompletableFuture<LeaseResult> obtain(String id, Duration duration, String consumer) {
    QueueLimits.checkBetween("lease", duration, Duration.ofMillis(1), QueueLimits.LEASE_MAX);
    return withState(
        id, (state, version) -> obtain(state, duration, consumer, version), () -> notThere(id));
  }

  private CompletableFuture<LeaseResult> obtain(
      ItemInZone state, Duration duration, String consumer, long version) {
    if (!zone.available(state.item(), version)) {
      return CompletableFuture.completedFuture(
          new LeaseResult.NotAvailable(LeaseResult.Reason.NOT_VESTED));
    }
    return grant(state, duration, consumer, version).thenApply(LeaseResult.Granted::new);
  }

  private CompletableFuture<LeaseResult> notThere(String id) {
    return groups
        .isFollower(id)
        .thenApply(
            follows ->
                new LeaseResult.NotAvailable(
                    follows ? LeaseResult.Reason.BLOCKED : LeaseResult.Reason.ITEM_GONE));
  }

  private CompletableFuture<LeasedItem> grant(
      ItemInZone state, Duration duration, String consumer, long readVersion) {
    QueueItem item = state.item();
    Lease lease = newLease(duration, readVersion);
    QueueItem leased = leased(item, lease, consumer);
    zone.replace(state, leased);
    return withBody(item, leased, lease, Optional.empty());
  }

  /** Extends a lease that is valid, or has ended without a takeover (paper section 5). */
  CompletableFuture<ExtendResult> extend(String id, LeaseId leaseId, Duration duration) {
    QueueLimits.checkBetween("lease", duration, Duration.ofMillis(1), QueueLimits.LEASE_MAX);
    return withState(
        id,
        (state, version) ->
            CompletableFuture.completedFuture(extend(state, leaseId, duration, version)),
        () -> notExtended(id));
  }

  private CompletableFuture<ExtendResult> notExtended(String id) {
    return groups.ifFollower(id, ZoneOutcome.LEASE_LOST).thenApply(ExtendResult.NotExtended::new);
  }

  private ExtendResult extend(
      ItemInZone state, LeaseId leaseId, Duration duration, long readVersion) {
    if (!state.isHeldBy(leaseId)) {
      return new ExtendResult.NotExtended(ZoneOutcome.LEASE_LOST);
    }
    QueueItem item = state.item();
    Lease lease = new Lease(leaseId, zone.now().plus(duration), duration, readVersion);
    zone.replace(state, withLease(item.toBuilder(), lease).build());
    return new ExtendResult.Extended(lease);
  }

  /**
   * The time at which the item's lease ends, by time and by version; empty when the item has no
   * lease, or the lease has ended.
   */
  CompletableFuture<Optional<Instant>> leasedUntil(String id) {
    return zone.version()
        .thenCombine(
            zone.state(id),
            (version, state) ->
                state
                    .map(ItemInZone::item)
                    .filter(item -> zone.leased(item, version))
                    .map(item -> zone.leasedUntil(item, version)));
  }

  private static QueueItem.Builder withLease(QueueItem.Builder item, Lease lease) {
    return item.setVestingMillis(lease.until().toEpochMilli())
        .setLeaseId(ByteString.copyFrom(lease.id().bytes()))
        .setLeaseVersion(lease.version())
        .setLeaseMillis(lease.duration().toMillis());
  }
}
