package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.proto.QueueHistory;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Ends leases and items. Every operation decides by the item's state as it is at the commit: it
 * reads the record serializably, or adds the conflict of reading it.
 */
final class ZoneOutcomes {
  private final ZoneAccess zone;
  private final Tombstones tombstones;
  private final ZoneGroups groups;

  ZoneOutcomes(ZoneAccess zone, Tombstones tombstones, ZoneGroups groups) {
    this.zone = zone;
    this.tombstones = tombstones;
    this.groups = groups;
  }

  CompletableFuture<ZoneOutcome> complete(String id, LeaseId lease) {
    return withLease(id, lease, this::end);
  }

  /** Reads the record only when the lease of the visit does not hold the item any more. */
  CompletableFuture<ZoneOutcome> complete(LeasedItem leased) {
    String id = leased.item().id();
    LeaseId lease = leased.lease().id();
    return leased.record().isEmpty() || !VisitLeases.mayExist(zone.store())
        ? complete(id, lease)
        : zone.rows()
            .find(lease)
            .thenCompose(
                row ->
                    row.filter(found -> found.holds(id)).isPresent()
                        ? end(zone.unchanged(leased.record().get(), row.get()))
                        : complete(id, lease));
  }

  CompletableFuture<ZoneOutcome> cancel(String id) {
    return zone.state(id)
        .thenCompose(state -> state.map(this::end).orElseGet(() -> groups.removeFollower(id)));
  }

  /** Removes an item, and writes the tombstone of its id if that is to be remembered. */
  CompletableFuture<ZoneOutcome> end(ItemInZone state) {
    return tombstones.leave(state.record()).thenCompose(left -> remove(state));
  }

  /**
   * Deletes the item's records. Single keys are cleared; only a separate body takes a range clear.
   * After a head, the next item of its group becomes the head.
   */
  CompletableFuture<ZoneOutcome> remove(ItemInZone state) {
    QueueItem item = state.record();
    zone.delete(state);
    CompletableFuture<?> body =
        item.hasBody()
            ? CompletableFuture.completedFuture(null)
            : zone.store().delete(QueueSchema.BODY, zone.key(item.getId()));
    CompletableFuture<?> history =
        item.getErrorCount() == 0
            ? CompletableFuture.completedFuture(null)
            : zone.store().delete(QueueSchema.HISTORY, zone.key(item.getId()));
    return body.thenCombine(history, (first, second) -> ZoneOutcome.DONE)
        .thenCompose(
            done ->
                item.getGroup().isEmpty()
                    ? CompletableFuture.completedFuture(done)
                    : groups.promote(item.getGroup()).thenApply(promoted -> done));
  }

  /** Removes up to {@code max} items that are no followers. Returns their number. */
  CompletableFuture<Integer> purge(int max) {
    ScanOptions options = ScanOptions.defaults().withRowsMax(max);
    return zone.store()
        .scan(
            QueueSchema.ITEM,
            TupleRange.prefix(Tuple.from(zone.zone())),
            Continuation.START,
            options)
        .asList()
        .thenCompose(
            items ->
                AsyncLoop.forEach(
                        items,
                        item -> cancel(ItemRecords.message(item).getId()).thenApply(o -> null))
                    .thenApply(done -> items.size()));
  }

  CompletableFuture<ZoneOutcome> requeue(
      String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(failure, "failure");
    QueueLimits.checkBetween("delay", delay, Duration.ZERO, QueueLimits.DELAY_MAX);
    return zone.waker()
        .prepare()
        .thenCompose(ready -> withLease(id, lease, state -> requeue(state, delay, failure)));
  }

  private CompletableFuture<ZoneOutcome> requeue(
      ItemInZone state, Duration delay, Optional<Failure> failure) {
    QueueItem item = state.item();
    Instant vesting = zone.now().plus(delay);
    QueueItem.Builder released = ZoneAccess.released(item, vesting);
    failure.ifPresent(
        why ->
            released
                .setErrorCount(item.getErrorCount() + 1)
                .setAttemptCount(item.getAttemptCount() + 1));
    zone.replace(state, released.build());
    zone.waker().wake(vesting, item.getId());
    return failure
        .map(why -> record(item, why))
        .orElseGet(() -> CompletableFuture.completedFuture(null))
        .thenApply(done -> ZoneOutcome.DONE);
  }

  /** Adds a failure to the item's history, which keeps the last ten. */
  private CompletableFuture<Void> record(QueueItem item, Failure failure) {
    return history(item)
        .thenCompose(
            before -> {
              List<dev.tenure.queue.proto.FailedAttempt> kept =
                  before.subList(
                      Math.max(0, before.size() + 1 - QueueLimits.FAILURES_KEPT), before.size());
              QueueHistory history =
                  QueueHistory.newBuilder()
                      .setZone(item.getZone())
                      .setId(item.getId())
                      .addAllFailures(Failures.append(kept, item, failure, zone.now()))
                      .build();
              return zone.store().save(history).thenApply(saved -> null);
            });
  }

  /** The stored failures, oldest first; empty when no attempt has failed. */
  CompletableFuture<List<dev.tenure.queue.proto.FailedAttempt>> history(QueueItem item) {
    if (item.getErrorCount() == 0) {
      return CompletableFuture.completedFuture(List.of());
    }
    return zone.store()
        .load(QueueSchema.HISTORY, zone.key(item.getId()))
        .thenApply(
            found ->
                found
                    .map(stored -> ((QueueHistory) stored.message()).getFailuresList())
                    .orElse(List.of()));
  }

  /** Never makes an item later: the clock of the operator may be ahead. */
  CompletableFuture<ZoneOutcome> retryNow(String id) {
    Instant now = zone.now();
    return change(
        id, OptionalInt.empty(), Optional.of(before -> before.isBefore(now) ? before : now));
  }

  CompletableFuture<ZoneOutcome> update(
      String id, OptionalInt priority, Optional<Instant> vesting) {
    priority.ifPresent(
        value -> QueueLimits.checkBetween("priority", value, 0, QueueLimits.PRIORITY_MAX));
    return change(id, priority, vesting.map(time -> before -> time));
  }

  /**
   * @param vesting gives the new vesting time for the one before; empty to leave it
   */
  private CompletableFuture<ZoneOutcome> change(
      String id, OptionalInt priority, Optional<UnaryOperator<Instant>> vesting) {
    return zone.waker()
        .prepare()
        .thenCompose(ready -> zone.version())
        .thenCompose(version -> withItem(id, state -> update(state, priority, vesting, version)));
  }

  /**
   * Changes an item whose lease has ended by version too: operators' clocks may be fast as well.
   */
  private CompletableFuture<ZoneOutcome> update(
      ItemInZone state,
      OptionalInt priority,
      Optional<UnaryOperator<Instant>> vesting,
      long readVersion) {
    QueueItem item = state.item();
    if (zone.leased(item, readVersion)) {
      return CompletableFuture.completedFuture(ZoneOutcome.ITEM_LEASED);
    }
    Instant before = Instant.ofEpochMilli(item.getVestingMillis());
    Instant newVesting = vesting.map(change -> change.apply(before)).orElse(before);
    QueueItem.Builder changed =
        vesting.isPresent() ? takenAway(item, newVesting) : item.toBuilder();
    priority.ifPresent(changed::setPriority);
    zone.replace(state, changed.build());
    zone.waker().wake(newVesting, item.getId());
    return CompletableFuture.completedFuture(ZoneOutcome.DONE);
  }

  /**
   * The lease stays until the item is leased again, so that a holder which lives after all can end
   * the item.
   */
  CompletableFuture<ZoneOutcome> freeStranded(String id, Instant vesting) {
    return zone.waker()
        .prepare()
        .thenCompose(ready -> zone.version())
        .thenCompose(
            version ->
                zone.state(id)
                    .thenApply(
                        found ->
                            found
                                .map(state -> freeStranded(state, vesting, version))
                                .orElse(ZoneOutcome.ITEM_GONE)));
  }

  private ZoneOutcome freeStranded(ItemInZone state, Instant vested, long readVersion) {
    QueueItem item = state.item();
    if (!zone.stranded(item, readVersion)) {
      return zone.leased(item, readVersion) ? ZoneOutcome.ITEM_LEASED : ZoneOutcome.LEASE_LOST;
    }
    zone.replace(state, item.toBuilder().setVestingMillis(vested.toEpochMilli()).build());
    zone.waker().wake(vested, item.getId());
    return ZoneOutcome.DONE;
  }

  private static QueueItem.Builder takenAway(QueueItem item, Instant vesting) {
    return ZoneAccess.released(item, vesting)
        .setAttemptCount(item.getAttemptCount() + ZoneAccess.unreported(item));
  }

  CompletableFuture<ZoneOutcome> withItem(
      String id, Function<ItemInZone, CompletableFuture<ZoneOutcome>> change) {
    return zone.state(id)
        .thenCompose(
            state -> state.map(change).orElseGet(() -> groups.ifFollower(id, ZoneOutcome.BLOCKED)));
  }

  CompletableFuture<ZoneOutcome> withLease(
      String id, LeaseId lease, Function<ItemInZone, CompletableFuture<ZoneOutcome>> change) {
    return zone.state(id, lease)
        .thenCompose(
            state ->
                state
                    .map(there -> ifHeld(there, lease, change))
                    .orElseGet(() -> groups.ifFollower(id, ZoneOutcome.LEASE_LOST)));
  }

  private static CompletableFuture<ZoneOutcome> ifHeld(
      ItemInZone state,
      LeaseId lease,
      Function<ItemInZone, CompletableFuture<ZoneOutcome>> change) {
    return state.isHeldBy(lease)
        ? change.apply(state)
        : CompletableFuture.completedFuture(ZoneOutcome.LEASE_LOST);
  }
}
