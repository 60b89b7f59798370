package dev.tenure.queue.pointer;

import com.google.protobuf.ByteString;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.pointer.PointerEntries.Entries;
import dev.tenure.queue.pointer.PointerEntries.Sleep;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.DequeueView;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.RecordContext;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One visit in one transaction. What becomes of the pointer is the table in docs/queue-protocol.md;
 * {@link #decide} is that table.
 */
final class PointerVisit {
  /** How long a pointer may sleep before its S is confirmed, and a lost producer's item waits. */
  static final Duration UNCONFIRMED_SLEEP_MAX = Duration.ofSeconds(6);

  /** A transaction must commit within this many versions of its read version. */
  private static final long WINDOW_VERSIONS = 5_000_000;

  /** Long enough to read a zone and hand its items to workers (paper section 6). */
  private static final Duration POINTER_LEASE = Duration.ofSeconds(1);

  private static final Duration FAILED_DELAY_MAX = Duration.ofMinutes(5);

  /** A paused zone is woken when it is resumed. */
  private static final Duration PAUSED_DELAY = Duration.ofMinutes(5);

  private final PointerSpace space;
  private final ZoneStores stores;
  private final Duration minInactive;
  private final RecordContext context;
  private final PointerRef ref;
  private final List<TopLevelEntry.Nudge> nudges;
  private final VisitRequest request;
  private final PeekMarks marks;
  private final SleepChecks sleepChecks;
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
    this.sleepChecks = setup.sleepChecks();
    this.context = context;
    this.ref = ref;
    this.nudges = nudges;
    this.request = request;
    this.now = context.now();
  }

  /** The pointer as found, E and S, and the read version, which decides about sleep. */
  private record Found(
      RecordStore clusterStore, StoredRecord record, Entries entries, long version) {
    QueueItem pointer() {
      return Pointers.message(record);
    }
  }

  CompletableFuture<VisitResult> run() {
    return find().thenCompose(found -> found.isEmpty() ? gone() : look(found.get()));
  }

  /**
   * Algorithm 2, line 1: takes the pointer for the visit that follows, unless somebody has. The
   * visit's nudges are cleared here: whatever they were left for is seen by the visit, or by the
   * next one should this consumer die.
   *
   * @return how the visit has ended; empty when the pointer is leased
   */
  CompletableFuture<Optional<VisitResult>> lease(LeaseId lease) {
    return find()
        .thenCompose(
            found ->
                found.isEmpty()
                    ? gone().thenApply(Optional::of)
                    : CompletableFuture.completedFuture(lease(found.get(), lease)));
  }

  private Optional<VisitResult> lease(Found found, LeaseId lease) {
    Instant vesting = Pointers.vesting(found.pointer());
    if (vesting.isAfter(now) && nudges.isEmpty()) {
      return Optional.of(new VisitResult.NotVested(vesting));
    }
    clearNudges();
    QueueItem.Builder leased =
        found.pointer().toBuilder()
            .setLeaseId(ByteString.copyFrom(lease.bytes()))
            .setVestingMillis(now.plus(POINTER_LEASE).toEpochMilli());
    found.clusterStore().replace(found.record(), leased.build());
    return Optional.empty();
  }

  /** The visit to a zone whose pointer was leased; a conflict when somebody has taken it over. */
  CompletableFuture<VisitResult> runLeased(LeaseId lease) {
    return find()
        .thenCompose(
            found -> {
              if (found.isEmpty() || !holds(found.get(), lease)) {
                return CompletableFuture.completedFuture(new VisitResult.Conflict());
              }
              return visit(found.get());
            });
  }

  /** Instead of the visit to a zone whose pointer was leased: the pointer vests now. */
  CompletableFuture<Void> giveBack(LeaseId lease) {
    return find()
        .thenAccept(
            found ->
                found
                    .filter(there -> holds(there, lease))
                    .ifPresent(there -> requeueNow(there, there.pointer().toBuilder())));
  }

  private static boolean holds(Found found, LeaseId lease) {
    return found.pointer().getLeaseId().equals(ByteString.copyFrom(lease.bytes()));
  }

  /** The pointer, read serializably, with E and S; empty when there is none. */
  private CompletableFuture<Optional<Found>> find() {
    return space.openClusterStore(context).thenCompose(this::find);
  }

  private CompletableFuture<Optional<Found>> find(RecordStore clusterStore) {
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

  private Optional<Found> found(
      RecordStore clusterStore, Optional<StoredRecord> record, Entries entries, long version) {
    boolean isHere = entries.shard().isPresent() && entries.shard().getAsInt() == ref.shard();
    if (record.isEmpty() && isHere) {
      throw new QueueException(
          QueueException.Code.CORRUPT,
          "pointer " + ref + " has an existence entry but no record in " + space.cluster());
    }
    return record.map(pointer -> new Found(clusterStore, pointer, entries, version));
  }

  private CompletableFuture<VisitResult> look(Found found) {
    Instant vesting = Pointers.vesting(found.pointer());
    if (vesting.isAfter(now) && nudges.isEmpty()) {
      return CompletableFuture.completedFuture(new VisitResult.NotVested(vesting));
    }
    clearNudges();
    return visit(found);
  }

  /** After a failed visit: the pointer rests, longer each time, and is never deleted. */
  CompletableFuture<VisitResult> backOff(Throwable cause) {
    return find()
        .thenApply(
            found -> {
              if (found.isEmpty()) {
                return new VisitResult.Gone();
              }
              int failures = found.get().pointer().getFailedVisits();
              Duration delay = Duration.ofSeconds(1L << Math.min(failures, 9));
              Instant until =
                  now.plus(delay.compareTo(FAILED_DELAY_MAX) < 0 ? delay : FAILED_DELAY_MAX);
              QueueItem.Builder pointer =
                  found.get().pointer().toBuilder().setFailedVisits(failures + 1);
              return new VisitResult.Failed(cause, sleep(found.get(), pointer, until, false));
            });
  }

  /**
   * No pointer, or none in this shard, as when it was collected and the next one was made by a
   * process that knows more shards: nudges are left over, and cleared under a fence on E.
   */
  private CompletableFuture<VisitResult> gone() {
    context.fence(
        space.entries().existenceKey(ref.applicationId(), ref.tenant().user(), ref.zone()));
    clearNudges();
    return CompletableFuture.completedFuture(new VisitResult.Gone());
  }

  private void clearNudges() {
    nudges.forEach(nudge -> space.nudges().clear(context, nudge.key()));
  }

  private CompletableFuture<VisitResult> visit(Found found) {
    return stores
        .open(context, ref)
        .thenApply(store -> space.tenantZone(store, ref.applicationId(), ref.tenant(), ref.zone()))
        .thenCompose(zone -> zone.settings().thenCompose(settings -> visit(found, zone, settings)));
  }

  private CompletableFuture<VisitResult> visit(Found found, QueueZone zone, ZoneSettings settings) {
    DequeueRequest dequeue =
        new DequeueRequest(
            request.itemsMax(),
            request.bytesMax(),
            request.itemLease(),
            request.consumer(),
            settings.paused() ? item -> false : request.takeable(),
            marks.find(ref, now));
    return zone.dequeueAndLook(dequeue).thenCompose(view -> decide(found, zone, settings, view));
  }

  private CompletableFuture<VisitResult> decide(
      Found found, QueueZone zone, ZoneSettings settings, DequeueView view) {
    boolean vestedLeft = view.more() || view.refused() > 0;
    boolean active = !view.items().isEmpty() || vestedLeft || view.earliestUnvested().isPresent();
    if (!active) {
      return empty(found, zone);
    }
    QueueItem.Builder pointer =
        found.pointer().toBuilder().setLastActiveMillis(now.toEpochMilli()).clearFailedVisits();
    if (!view.items().isEmpty() && view.more()) {
      requeueNow(found, pointer);
      view.rest().ifPresent(rest -> context.afterCommit(() -> marks.remember(ref, rest, now)));
      return CompletableFuture.completedFuture(new VisitResult.Taken(view.items(), true, now));
    }
    Instant until = view.earliestUnvested().orElse(Instant.MAX);
    if (!view.items().isEmpty()) {
      until = earlier(until, now.plus(request.itemLease()));
    }
    if (vestedLeft) {
      until = earlier(until, now.plus(settings.paused() ? PAUSED_DELAY : request.obstacleDelay()));
    }
    Instant next = sleep(found, pointer, until, !vestedLeft || settings.paused());
    return CompletableFuture.completedFuture(
        view.items().isEmpty()
            ? new VisitResult.Idle(next)
            : new VisitResult.Taken(view.items(), false, next));
  }

  /** Nothing in the zone: collects the pointer once that has been so for long enough. */
  private CompletableFuture<VisitResult> empty(Found found, QueueZone zone) {
    Instant collectable =
        Instant.ofEpochMilli(found.pointer().getLastActiveMillis()).plus(minInactive);
    if (collectable.isAfter(now)) {
      return CompletableFuture.completedFuture(rest(found, collectable));
    }
    return zone.dropForgotten()
        .thenCompose(done -> zone.isEmpty())
        .thenApply(
            empty -> {
              if (!empty) {
                return rest(found, now.plus(request.obstacleDelay()));
              }
              found.clusterStore().delete(found.record());
              space.entries().remove(context, ref);
              space.meters().collected();
              return new VisitResult.Collected();
            });
  }

  private VisitResult rest(Found found, Instant until) {
    return new VisitResult.Idle(
        sleep(found, found.pointer().toBuilder().clearFailedVisits(), until, true));
  }

  /** S is cleared only here, together with a requeue to now. */
  private void requeueNow(Found found, QueueItem.Builder pointer) {
    if (found.entries().asleep()) {
      space.entries().awaken(context, ref);
    }
    save(found, pointer, now);
  }

  /**
   * Requeues the pointer to the given time, or, while a producer may have missed S, to six seconds
   * from now at most; S is set when it is not there. A pointer that vests before that stays where
   * it is: one that nudges wake all the time would leave a trail of entries behind in its shard.
   *
   * @param lastLook whether something may have come meanwhile that nobody else will look for
   */
  private Instant sleep(Found found, QueueItem.Builder pointer, Instant until, boolean lastLook) {
    Instant next = until;
    boolean slept = found.entries().asleep();
    if (found.entries().sleep() instanceof Sleep.Asleep asleep) {
      if (asleep.born() || found.version() >= asleep.committed() + WINDOW_VERSIONS) {
        space.meters().confirmed();
      } else {
        next = earlier(until, now.plus(UNCONFIRMED_SLEEP_MAX));
      }
    } else {
      space.entries().sleep(context, ref, false);
      space.meters().slept();
      next = earlier(until, now.plus(firstSleep()));
    }
    Instant kept = keepsItsPlace(found.pointer(), next) ? Pointers.vesting(found.pointer()) : next;
    save(found, pointer, kept);
    if (!slept && lastLook) {
      context.whenCommitted(() -> sleepChecks.add(ref, kept));
    }
    return kept;
  }

  private boolean keepsItsPlace(QueueItem pointer, Instant next) {
    Instant vesting = Pointers.vesting(pointer);
    return pointer.getLeaseId().isEmpty() && vesting.isAfter(now) && vesting.isBefore(next);
  }

  /** Not past the time at which an emptied zone may be collected. */
  private Duration firstSleep() {
    return minInactive.compareTo(UNCONFIRMED_SLEEP_MAX) < 0 ? minInactive : UNCONFIRMED_SLEEP_MAX;
  }

  private static void save(Found found, QueueItem.Builder pointer, Instant vesting) {
    found
        .clusterStore()
        .replace(
            found.record(),
            pointer.setVestingMillis(vesting.toEpochMilli()).clearLeaseId().build());
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
