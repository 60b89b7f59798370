package dev.tenure.queue.pointer;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.pointer.PointerEntries.Entries;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.DequeueView;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One visit in one transaction. The table in docs/queue-protocol.md defines the state in which a
 * visit leaves the pointer. {@link #decide} is that table, and {@link PointerRequeue} writes its
 * result.
 */
final class PointerVisit {
  /** Covers the read of a zone and the lease of its items (paper section 6). */
  private static final Duration POINTER_LEASE = Duration.ofSeconds(1);

  private static final ExponentialBackoff FAILED_DELAYS =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

  /** The time for which the pointer of a paused zone rests; resuming the zone wakes it earlier. */
  private static final Duration PAUSED_DELAY = Duration.ofMinutes(5);

  /**
   * The time for which the pointer rests when the zone is not empty although the dequeue found no
   * item.
   */
  private static final Duration NOT_EMPTY_DELAY = Duration.ofSeconds(1);

  private final PointerSpace space;
  private final ZoneStores stores;
  private final Duration minInactive;
  private final PeekMarks marks;
  private final RecordContext context;
  private final PointerRef ref;
  private final List<TopLevelEntry.Nudge> nudges;
  private final VisitRequest request;
  private final PointerRequeue requeue;
  private final Instant now;

  PointerVisit(
      VisitSetup setup,
      RecordContext context,
      PointerRef ref,
      List<TopLevelEntry.Nudge> nudges,
      VisitRequest request) {
    this.space = setup.space();
    this.stores = setup.stores();
    this.minInactive = setup.minInactive();
    this.marks = setup.marks();
    this.context = context;
    this.ref = ref;
    this.nudges = nudges;
    this.request = request;
    this.requeue = new PointerRequeue(setup, context, ref);
    this.now = context.now();
  }

  CompletableFuture<VisitResult> run() {
    return find()
        .thenCompose(
            found -> {
              if (hasStepped(found)) {
                return CompletableFuture.completedFuture(new VisitResult.Conflict());
              }
              return found.isEmpty() ? gone() : look(found.get());
            });
  }

  /**
   * Whether the clock has just turned out to be ahead. The visit then writes nothing; the next one
   * has the corrected time.
   */
  private boolean hasStepped(Optional<FoundPointer> found) {
    return found.filter(it -> space.time().hasStepped(now, it.version())).isPresent();
  }

  /**
   * The result of the transaction that leases a pointer.
   *
   * @param ended the result of the visit, if it has ended; empty when the pointer is leased
   * @param vested the time since which the zone has had vested items, as far as pointer and nudges
   *     show
   */
  record Leased(Optional<VisitResult> ended, Instant vested) {}

  /**
   * Algorithm 2, line 1: leases the pointer for the visit that follows, unless another visit has
   * leased it. The nudges are cleared here: this visit sees their items, or the next one does if
   * this consumer dies.
   */
  CompletableFuture<Leased> lease(LeaseId lease) {
    return find()
        .thenCompose(
            found -> {
              if (hasStepped(found)) {
                return CompletableFuture.completedFuture(
                    new Leased(Optional.of(new VisitResult.Conflict()), now));
              }
              return found.isEmpty()
                  ? gone().thenApply(gone -> new Leased(Optional.of(gone), now))
                  : CompletableFuture.completedFuture(lease(found.get(), lease));
            });
  }

  private Leased lease(FoundPointer found, LeaseId lease) {
    if (found.vesting().isAfter(now) && nudges.isEmpty()) {
      return new Leased(Optional.of(new VisitResult.NotVested(found.vesting())), now);
    }
    return lease(found, lease, POINTER_LEASE);
  }

  private Leased lease(FoundPointer found, LeaseId lease, Duration duration) {
    clearNudges();
    QueueItem.Builder leased =
        found.leased(lease, duration).setVestingMillis(requeue.leaseEnd(duration).toEpochMilli());
    found.clusterStore().replace(found.record(), leased.build());
    return new Leased(Optional.empty(), vested(found));
  }

  /**
   * Visits a zone whose pointer was leased. The result is a conflict when another visit has taken
   * the lease over.
   *
   * @param vested {@link Leased#vested}
   */
  CompletableFuture<VisitResult> runLeased(LeaseId lease, Instant vested) {
    return find()
        .thenCompose(
            found -> {
              if (found.isEmpty() || !found.get().isHeldBy(lease)) {
                return CompletableFuture.completedFuture(new VisitResult.Conflict());
              }
              return visit(found.get(), vested);
            });
  }

  /**
   * As {@link #lease(LeaseId)}, for a zone whose items lie in an external store. The pointer of a
   * paused zone, or of a tenant that is not served, is put to sleep.
   *
   * @param exclusive whether a lease on the pointer holds until it ends, also when the zone was
   *     nudged
   */
  CompletableFuture<Leased> leaseExternal(LeaseId lease, Duration duration, boolean exclusive) {
    return find()
        .thenCompose(
            found -> {
              if (hasStepped(found)) {
                return ended(new VisitResult.Conflict());
              }
              if (found.isEmpty()) {
                return gone().thenCompose(this::ended);
              }
              FoundPointer pointer = found.get();
              boolean held = exclusive && pointer.isLeased();
              Instant until = held ? pointer.leasedUntil(now) : pointer.vesting();
              return until.isAfter(now) && (nudges.isEmpty() || held)
                  ? ended(new VisitResult.NotVested(until))
                  : leaseServed(pointer, lease, duration);
            });
  }

  private CompletableFuture<Leased> ended(VisitResult result) {
    return CompletableFuture.completedFuture(new Leased(Optional.of(result), now));
  }

  private CompletableFuture<Leased> leaseServed(
      FoundPointer found, LeaseId lease, Duration duration) {
    return stores
        .open(context, ref)
        .thenCompose(
            store ->
                space
                    .tenantZone(store, ref.applicationId(), ref.tenant(), ref.zone())
                    .settingsSerializably()
                    .thenApply(settings -> settings.paused() || stores.isClosed(store)))
        .thenApply(paused -> paused ? rested(found) : lease(found, lease, duration))
        .exceptionallyCompose(error -> notLeased(found, error));
  }

  private CompletableFuture<Leased> notLeased(FoundPointer found, Throwable error) {
    return isWithoutStore(error)
        ? deleted(found, error).thenCompose(this::ended)
        : CompletableFuture.failedFuture(error);
  }

  private Leased rested(FoundPointer found) {
    clearNudges();
    return new Leased(Optional.of(rest(found, now.plus(PAUSED_DELAY))), now);
  }

  /**
   * Requeues or deletes a leased pointer by what a dequeue of its external zone has left.
   *
   * @param vested {@link Leased#vested}
   * @param emptiness tells by a strong read whether the zone has no item; called after this
   *     transaction has its read version
   * @return the result of the visit; a conflict when another visit has taken the lease over
   */
  CompletableFuture<VisitResult> endExternal(
      LeaseId lease,
      DequeueView view,
      Instant vested,
      Supplier<CompletableFuture<Boolean>> emptiness) {
    return find()
        .thenCompose(
            found -> {
              if (found.isEmpty() || !found.get().isHeldBy(lease)) {
                return CompletableFuture.completedFuture(new VisitResult.Conflict());
              }
              return decide(found.get(), () -> isEmpty(emptiness), new Left(view, false, vested));
            });
  }

  /**
   * The read conflict on the arrival key makes the deletion fail when an enqueue has committed its
   * half of the protocol since the read version, which is older than the strong read. So every
   * enqueue is either seen by that read or commits before the deletion.
   */
  private CompletableFuture<Boolean> isEmpty(Supplier<CompletableFuture<Boolean>> emptiness) {
    context.fence(space.entries().arrivalKey(ref.applicationId(), ref.tenant().user(), ref.zone()));
    return emptiness.get();
  }

  /** Has a leased pointer vest after the duration; false when the lease is lost. */
  CompletableFuture<Boolean> extendLease(LeaseId lease, Duration duration) {
    return find()
        .thenApply(
            found -> {
              boolean held = found.isPresent() && found.get().isHeldBy(lease);
              if (held) {
                var unused = lease(found.get(), lease, duration);
              }
              return held;
            });
  }

  /**
   * Lets a pointer vest now whose lease is over by version and ends, by time, long after. The lease
   * id stays, so that a holder which lives after all can still extend the lease. {@code
   * ITEM_LEASED} while the lease lasts by version, {@code LEASE_LOST} for any other pointer.
   */
  CompletableFuture<ZoneOutcome> freeStranded() {
    return find()
        .thenApply(
            found ->
                found
                    .filter(there -> there.isLeasedAhead(now))
                    .map(requeue::freeStranded)
                    .orElse(ZoneOutcome.LEASE_LOST));
  }

  /** Gives the lease of a pointer back without a visit: the pointer vests as before. */
  CompletableFuture<Void> giveBack(LeaseId lease, Instant vested) {
    return find()
        .thenAccept(
            found ->
                found
                    .filter(there -> there.isHeldBy(lease))
                    .ifPresent(
                        there ->
                            requeue.left(
                                there, there.pointer().toBuilder(), vested, Instant.MAX, true)));
  }

  /** The pointer, read serializably, with E and S; empty when there is none. */
  private CompletableFuture<Optional<FoundPointer>> find() {
    return space.openClusterStore(context).thenCompose(this::find);
  }

  private CompletableFuture<Optional<FoundPointer>> find(RecordStore clusterStore) {
    CompletableFuture<Optional<StoredRecord>> pointer = Pointers.load(clusterStore, ref);
    CompletableFuture<Entries> entries =
        space.entries().read(context, ref.applicationId(), ref.tenant().user(), ref.zone());
    return context
        .readVersion()
        .thenCompose(
            version ->
                pointer.thenCombine(
                    entries, (record, found) -> found(clusterStore, record, found, version)));
  }

  private Optional<FoundPointer> found(
      RecordStore clusterStore, Optional<StoredRecord> record, Entries entries, long version) {
    boolean isHere = entries.shard().isPresent() && entries.shard().getAsInt() == ref.shard();
    if (record.isEmpty() && isHere) {
      throw new QueueException(
          QueueException.Code.CORRUPT,
          "pointer " + ref + " has an existence entry but no record in " + space.cluster());
    }
    return record.map(pointer -> new FoundPointer(clusterStore, pointer, entries, version));
  }

  private CompletableFuture<VisitResult> look(FoundPointer found) {
    if (found.vesting().isAfter(now) && nudges.isEmpty()) {
      return CompletableFuture.completedFuture(new VisitResult.NotVested(found.vesting()));
    }
    clearNudges();
    return visit(found, vested(found));
  }

  /** Since when the zone has had vested items, as far as pointer and nudges tell. */
  private Instant vested(FoundPointer found) {
    return nudges.stream()
        .map(TopLevelEntry.Nudge::vesting)
        .reduce(found.vesting(), PointerRequeue::earlier);
  }

  /** After a failed visit: the pointer rests, longer after each failure, and is kept. */
  CompletableFuture<VisitResult> backOff(Throwable cause) {
    return find()
        .thenApply(
            found -> {
              if (found.isEmpty()) {
                return new VisitResult.Gone();
              }
              int failures = found.get().pointer().getFailedVisits() + 1;
              Instant until = now.plus(FAILED_DELAYS.after(failures));
              QueueItem.Builder pointer =
                  found.get().pointer().toBuilder().setFailedVisits(failures);
              return new VisitResult.Failed(
                  cause, requeue.asleep(found.get(), pointer, until, false));
            });
  }

  /**
   * The zone has no pointer in this shard: it was deleted, and the next one may be in another
   * shard. Nudges that are left are cleared, each under its fence. All items for which they were
   * written had ended when the pointer was deleted.
   */
  private CompletableFuture<VisitResult> gone() {
    clearNudges();
    return CompletableFuture.completedFuture(new VisitResult.Gone());
  }

  private void clearNudges() {
    nudges.forEach(nudge -> space.nudges().clear(context, nudge.key()));
  }

  private CompletableFuture<VisitResult> visit(FoundPointer found, Instant vested) {
    return stores
        .open(context, ref)
        .thenCompose(store -> visit(found, store, vested))
        .exceptionallyCompose(
            error ->
                isWithoutStore(error)
                    ? deleted(found, error)
                    : CompletableFuture.failedFuture(error));
  }

  private CompletableFuture<VisitResult> visit(
      FoundPointer found, RecordStore store, Instant vested) {
    QueueZone zone = space.tenantZone(store, ref.applicationId(), ref.tenant(), ref.zone());
    return zone.settingsSerializably()
        .thenCompose(
            settings -> visit(found, zone, settings.paused() || stores.isClosed(store), vested));
  }

  private static boolean isWithoutStore(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof QueueException failed
        && failed.code() == QueueException.Code.TENANT_NOT_FOUND;
  }

  /**
   * The store's header was read serializably as absent. When no other row of the store exists, as
   * during an import, the tenant was deleted: its pointer is deleted too (paper section 6).
   */
  private CompletableFuture<VisitResult> deleted(FoundPointer found, Throwable error) {
    Subspace store = space.keys().tenantStore(ref.applicationId(), ref.tenant().user());
    return context
        .transaction()
        .getRange(store.range(), 1)
        .asList()
        .thenCompose(
            rows -> {
              if (!rows.isEmpty()) {
                return CompletableFuture.failedFuture(error);
              }
              requeue.remove(found);
              return CompletableFuture.completedFuture(new VisitResult.Collected());
            });
  }

  private CompletableFuture<VisitResult> visit(
      FoundPointer found, QueueZone zone, boolean paused, Instant vested) {
    DequeueRequest dequeue =
        DequeueRequest.of(request.itemsMax(), request.itemLease(), request.consumer())
            .withBytesMax(request.bytesMax())
            .withFrom(marks.find(ref, now))
            .withTogether(space.leasesTogether());
    return zone.dequeueAndLook(dequeue, paused ? item -> false : request.takeable())
        .thenCompose(
            view ->
                decide(
                    found,
                    () -> zone.dropForgotten().thenCompose(done -> zone.isEmpty()),
                    new Left(view, paused, vested)));
  }

  /**
   * The state of the zone after the dequeue.
   *
   * @param vested the time since which the zone has had vested items, as far as pointer and nudges
   *     show
   */
  private record Left(DequeueView view, boolean paused, Instant vested) {
    boolean tookSome() {
      return !view.items().isEmpty();
    }

    boolean isVested() {
      return view.more() || view.refused() > 0;
    }

    boolean isActive() {
      return tookSome() || isVested() || view.earliestUnvested().isPresent();
    }
  }

  private CompletableFuture<VisitResult> decide(
      FoundPointer found, Supplier<CompletableFuture<Boolean>> emptiness, Left left) {
    if (!left.isActive()) {
      return empty(found, emptiness);
    }
    DequeueView view = left.view();
    QueueItem.Builder pointer =
        found.pointer().toBuilder().setLastActiveMillis(now.toEpochMilli()).clearFailedVisits();
    boolean more = left.tookSome() && view.more();
    Instant next;
    if (more) {
      next = requeue.awake(found, pointer);
      view.rest().ifPresent(rest -> context.afterCommit(() -> marks.remember(ref, rest, now)));
    } else if (left.isVested() && !left.paused()) {
      next = requeue.left(found, pointer, left.vested(), until(left), left.tookSome());
    } else {
      next = requeue.asleep(found, pointer, until(left), true);
    }
    return CompletableFuture.completedFuture(
        left.tookSome()
            ? new VisitResult.Taken(view.items(), more, next)
            : new VisitResult.Idle(next, PointerRequeue.isConfirmed(found)));
  }

  /** The time at which the next item can be taken, or the first lease of the taken items ends. */
  private Instant until(Left left) {
    Instant until = left.view().earliestUnvested().orElse(Instant.MAX);
    if (left.tookSome()) {
      until = PointerRequeue.earlier(until, now.plus(request.itemLease()));
    }
    return left.paused() && left.isVested()
        ? PointerRequeue.earlier(until, now.plus(PAUSED_DELAY))
        : until;
  }

  /** The zone is empty: deletes the pointer when it has been for long enough. */
  private CompletableFuture<VisitResult> empty(
      FoundPointer found, Supplier<CompletableFuture<Boolean>> emptiness) {
    Instant collectable =
        Instant.ofEpochMilli(found.pointer().getLastActiveMillis()).plus(minInactive);
    if (collectable.isAfter(now)) {
      return CompletableFuture.completedFuture(rest(found, collectable));
    }
    return emptiness
        .get()
        .thenApply(
            empty -> {
              if (!empty) {
                return rest(found, now.plus(NOT_EMPTY_DELAY));
              }
              requeue.remove(found);
              return new VisitResult.Collected();
            });
  }

  private VisitResult rest(FoundPointer found, Instant until) {
    QueueItem.Builder pointer = found.pointer().toBuilder().clearFailedVisits();
    Instant next = requeue.asleep(found, pointer, until, true);
    return new VisitResult.Idle(next, PointerRequeue.isConfirmed(found));
  }
}
