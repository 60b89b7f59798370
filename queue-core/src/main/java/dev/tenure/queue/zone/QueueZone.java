package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueHistory;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One queue zone inside one transaction (paper section 5). Every operation takes effect when the
 * transaction commits, or not at all; one transaction may make several. Used by one thread at a
 * time.
 *
 * <ul>
 *   <li>Items are ordered by priority, then by vesting time. That is no strict FIFO order, since
 *       leases and retries change vesting times.
 *   <li>Items of one group ({@link NewItem#withGroup}) are strictly in order. Peeks and leases see
 *       only the head of the group; its followers wait until the head is completed, cancelled or
 *       set aside.
 * </ul>
 */
public final class QueueZone {
  private final ZoneAccess zone;
  private final ZoneGroups groups;
  private final ZoneEnqueue enqueue;
  private final ZoneLeases leases;
  private final ZoneOutcomes outcomes;
  private final DeadLetters deadLetters;
  private final StoredSettings settings;
  private final Tombstones tombstones;
  private final UnaryOperator<NewItem> preparation;

  /**
   * @param store a store whose metadata includes {@link QueueSchema}
   * @param name 1 to 64 bytes of UTF-8
   * @param waker is called when an item may vest earlier than any before
   */
  public QueueZone(RecordStore store, String name, ZoneWaker waker) {
    QueueLimits.checkName("zone", name, QueueLimits.ZONE_BYTES_MAX);
    this.zone = new ZoneAccess(store, name, waker);
    this.settings = new StoredSettings(zone);
    this.tombstones = new Tombstones(zone);
    this.groups = new ZoneGroups(zone, tombstones);
    this.enqueue = new ZoneEnqueue(zone, settings, tombstones, groups);
    this.leases = new ZoneLeases(zone, groups);
    this.outcomes = new ZoneOutcomes(zone, tombstones, groups);
    this.deadLetters = new DeadLetters(zone, outcomes, enqueue, tombstones);
    this.preparation = UnaryOperator.identity();
  }

  private QueueZone(QueueZone same, UnaryOperator<NewItem> preparation) {
    this.zone = same.zone;
    this.settings = same.settings;
    this.tombstones = same.tombstones;
    this.groups = same.groups;
    this.enqueue = same.enqueue;
    this.leases = same.leases;
    this.outcomes = same.outcomes;
    this.deadLetters = same.deadLetters;
    this.preparation = preparation;
  }

  /** This zone, in which a change is applied to each item that is enqueued. */
  public QueueZone preparing(UnaryOperator<NewItem> change) {
    return new QueueZone(this, change);
  }

  public String name() {
    return zone.zone();
  }

  /** The time of this transaction, which decides what has vested. */
  public Instant now() {
    return zone.now();
  }

  /**
   * Enqueues an item; at the end of its group, if it names one. Changes nothing when an item or a
   * dead letter has the given id, or the zone remembers it ({@link ZoneSettings#dedupFor}).
   */
  public CompletableFuture<EnqueueResult> enqueue(NewItem item) {
    return enqueue.enqueue(preparation.apply(item));
  }

  /**
   * Enqueues items, all or none.
   *
   * @param items at most 1,000, and together at most {@link QueueLimits#BATCH_BYTES_MAX} of {@link
   *     NewItem#transactionBytes}
   * @throws IllegalArgumentException when a limit is passed; names the limit and the first item
   *     beyond it, and nothing is written
   */
  public CompletableFuture<List<EnqueueResult>> enqueueAll(List<NewItem> items) {
    return enqueue.enqueueAll(items.stream().map(preparation).toList());
  }

  /**
   * Reads vested items in the order of (priority, vesting time), by snapshot, without leasing them.
   */
  public CompletableFuture<List<WorkItem>> peek(PeekRequest request) {
    return peekIds(request)
        .thenCompose(
            items ->
                AsyncLoop.all(
                    items.stream()
                        .map(item -> zone.stateBySnapshot(item.id()).thenCompose(this::withBody))
                        .toList()))
        .thenApply(read -> read.stream().flatMap(Optional::stream).toList());
  }

  /** As {@link #peek}, from index entries alone. */
  public CompletableFuture<List<IndexedItem>> peekIds(PeekRequest request) {
    return found(request).thenApply(ZonePeek.Found::items);
  }

  /** As {@link #peekIds}. The result also has the time at which the next item vests. */
  public CompletableFuture<PeekView> look(PeekRequest request) {
    return found(request)
        .thenApply(found -> new PeekView(found.items(), found.more(), found.earliestUnvested()));
  }

  private CompletableFuture<ZonePeek.Found> found(PeekRequest request) {
    return leases.peek(ZonePeek.Wanted.by(request), Optional.empty());
  }

  /** An item with its body. Also finds followers. */
  public CompletableFuture<Optional<WorkItem>> find(String id) {
    return zone.state(id)
        .thenCompose(
            state -> state.isPresent() ? withBody(state) : follower(id, Isolation.SERIALIZABLE));
  }

  /** A follower with its body, by snapshot; empty for a head and for an unknown id. */
  public CompletableFuture<Optional<WorkItem>> findFollowerBySnapshot(String id) {
    return follower(id, Isolation.SNAPSHOT);
  }

  private CompletableFuture<Optional<WorkItem>> follower(String id, Isolation isolation) {
    return groups
        .follower(id, isolation)
        .thenCompose(
            found ->
                found
                    .map(this::withBody)
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
  }

  /** The id of the item at the head of a group, by snapshot; empty for an empty group. */
  public CompletableFuture<Optional<String>> headOf(String group) {
    return groups.headOf(group);
  }

  /** Leases one vested item. */
  public CompletableFuture<LeaseResult> obtainLease(String id, Duration duration, String consumer) {
    return leases.obtain(id, duration, consumer);
  }

  /** Peeks, and leases the items that it finds. */
  public CompletableFuture<List<LeasedItem>> dequeue(DequeueRequest request) {
    return leases.dequeue(request, item -> true).thenApply(ZoneLeases.Dequeued::items);
  }

  /**
   * As {@link #dequeue}. The result also describes what is left, by which a pointer is requeued.
   *
   * @param permits called in order for the items that the condition accepts. Unlike a condition, it
   *     may count the items that it grants. Items that it refuses stay
   */
  public CompletableFuture<DequeueView> dequeueAndLook(
      DequeueRequest request, Predicate<IndexedItem> permits) {
    return leases.dequeue(request, permits).thenApply(ZoneLeases.Dequeued::view);
  }

  /** Extends a lease that is valid, or has ended without another consumer taking the item. */
  public CompletableFuture<ExtendResult> extendLease(String id, LeaseId lease, Duration duration) {
    return leases.extend(id, lease, duration);
  }

  /** Removes an item as the holder of its lease; the next item of its group becomes the head. */
  public CompletableFuture<ZoneOutcome> complete(String id, LeaseId lease) {
    return outcomes.complete(id, lease);
  }

  /** As {@link #complete(String, LeaseId)}. */
  public CompletableFuture<ZoneOutcome> complete(LeasedItem leased) {
    return outcomes.complete(leased);
  }

  /**
   * Removes an item, leased or not; a holder learns of it at its next operation on the item. After
   * a head, the next item of its group becomes the head.
   */
  public CompletableFuture<ZoneOutcome> cancel(String id) {
    return outcomes.cancel(id);
  }

  /**
   * Gives a lease back. The item vests after the delay, and blocks its group until then.
   *
   * @param failure the failure, which counts as a failed attempt and is added to the history; empty
   *     to release or snooze the item
   * @throws NullPointerException which names the parameter that is null; nothing is written then
   */
  public CompletableFuture<ZoneOutcome> requeue(
      String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
    return outcomes.requeue(id, lease, delay, failure);
  }

  /**
   * Sets an item aside as the holder of its lease; the next item of its group becomes the head.
   *
   * @param reason a text for operators, cut to 2,000 characters
   * @param failure the failure for the item's history. It counts as a failed attempt, unless the
   *     kind is {@link DeadLetterKind#PARKED}
   * @throws NullPointerException which names the parameter that is null; nothing is written then
   */
  public CompletableFuture<ZoneOutcome> moveToDeadLetter(
      String id, LeaseId lease, DeadLetterKind kind, String reason, Optional<Failure> failure) {
    return deadLetters.setAside(id, lease, kind, reason, failure);
  }

  /** Makes an item that is not leased vest now. */
  public CompletableFuture<ZoneOutcome> retryNow(String id) {
    return outcomes.retryNow(id);
  }

  /** Changes priority, vesting time, or both, of an item that is not leased. */
  public CompletableFuture<ZoneOutcome> update(
      String id, OptionalInt priority, Optional<Instant> vesting) {
    return outcomes.update(id, priority, vesting);
  }

  /**
   * Has a stranded item vest at the given time. An item is stranded when its lease has ended by
   * version, but ends by time so late that its holder's clock was ahead.
   *
   * @return {@code ITEM_LEASED} while the lease has not ended by version, {@code LEASE_LOST} for an
   *     item that is not stranded
   */
  public CompletableFuture<ZoneOutcome> freeStranded(String id, Instant vesting) {
    return outcomes.freeStranded(id, vesting);
  }

  /**
   * The time at which the lease on an item ends by wall time and by version. From then on another
   * consumer may take the item over, and an operator may change it. Empty when the item has no
   * lease, or the lease has ended.
   */
  public CompletableFuture<Optional<Instant>> leasedUntil(String id) {
    return leases.leasedUntil(id);
  }

  /**
   * Puts a dead letter back into the zone. The item runs at once or, in a group, joins the end of
   * the group. Its error count starts at zero.
   */
  public CompletableFuture<ZoneOutcome> redrive(String id) {
    return deadLetters.redrive(id);
  }

  /** Deletes a dead letter; false when there is none. */
  public CompletableFuture<Boolean> removeDeadLetter(String id) {
    return deadLetters.remove(id);
  }

  public CompletableFuture<Optional<DeadLetter>> findDeadLetter(String id) {
    return deadLetters.find(id, Isolation.SERIALIZABLE);
  }

  /**
   * The item of a record that a query returned, with its body. The record may be that of a
   * follower.
   */
  public CompletableFuture<WorkItem> item(StoredRecord found) {
    CompletableFuture<QueueItem> seen =
        found.message() instanceof QueueFollower follower
            ? CompletableFuture.completedFuture(ZoneGroups.item(follower))
            : withLease(ItemRecords.message(found));
    return seen.thenCompose(this::withBody).thenApply(Optional::orElseThrow);
  }

  /** An item as if its record had the lease of a visit that holds it, by snapshot. */
  public CompletableFuture<QueueItem> withLease(QueueItem record) {
    return leases.withLease(record);
  }

  /** The ids of the items that leases of visits hold until a time in the range, in order. */
  public CompletableFuture<List<String>> heldUntil(Instant from, Instant to) {
    return leases.heldUntil(from, to);
  }

  /** The dead letter of a record that a query returned. */
  public static DeadLetter deadLetter(StoredRecord found) {
    return DeadLetters.deadLetter((QueueDeadLetter) found.message());
  }

  /** An item with its body, by snapshot; empty for a follower. */
  public CompletableFuture<Optional<WorkItem>> findBySnapshot(String id) {
    return zone.stateBySnapshot(id).thenCompose(this::withBody);
  }

  /** All dead letters, in the order of their ids. */
  public RecordCursor<DeadLetter> scanDeadLetters(Continuation from, ScanOptions options) {
    return deadLetters.scan(from, options);
  }

  /** As {@link #findDeadLetter}, by snapshot. */
  public CompletableFuture<Optional<DeadLetter>> findDeadLetterBySnapshot(String id) {
    return deadLetters.find(id, Isolation.SNAPSHOT);
  }

  /** The last failed attempts of an item, oldest first, by snapshot; empty for a dead letter. */
  public CompletableFuture<List<FailedAttempt>> failures(String id) {
    return zone.store()
        .load(QueueSchema.HISTORY, zone.key(id), Isolation.SNAPSHOT)
        .thenApply(
            found ->
                found.stream()
                    .flatMap(stored -> ((QueueHistory) stored.message()).getFailuresList().stream())
                    .map(FailedAttempt::of)
                    .toList());
  }

  /**
   * The names of the store's zones that hold items, dead letters or settings, in order.
   *
   * @param max the most names; a store with more zones gives the first ones
   */
  public static CompletableFuture<List<String>> zonesOf(RecordStore store, int max) {
    return ZoneNames.of(store, max);
  }

  /** The next zone of the store, by name, that holds dead letters; by snapshot. */
  public static CompletableFuture<Optional<String>> nextWithDeadLetters(
      RecordStore store, Optional<String> after) {
    return ZoneNames.nextWithDeadLetters(store, after);
  }

  /** The number of dead letters in a zone, or in all zones if no name is given; by snapshot. */
  public static CompletableFuture<Long> countDeadLetters(RecordStore store, Optional<String> zone) {
    return DeadLetters.count(store, zone);
  }

  /**
   * Removes up to {@code max} items, including leased ones; followers first.
   *
   * @return how many items were removed
   */
  public CompletableFuture<Integer> purge(int max) {
    QueueLimits.checkBetween("purge max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    return groups
        .purge(max)
        .thenCompose(
            followers ->
                followers == max
                    ? CompletableFuture.completedFuture(max)
                    : outcomes.purge(max - followers).thenApply(heads -> followers + heads));
  }

  /** The number of items of the type in the zone, including leased items and followers. */
  public CompletableFuture<Long> count(String type) {
    Tuple counted = Tuple.from(name(), type);
    return zone.store()
        .count(QueueSchema.COUNT_INDEX, counted)
        .thenCombine(zone.store().count(QueueSchema.FOLLOWER_COUNT_INDEX, counted), Long::sum);
  }

  /** As {@link #count}, for each type of which the zone holds items. */
  public CompletableFuture<Map<String, Long>> countByType() {
    return counts(QueueSchema.COUNT_INDEX)
        .thenCombine(
            counts(QueueSchema.FOLLOWER_COUNT_INDEX),
            (heads, followers) -> {
              followers.forEach((type, count) -> heads.merge(type, count, Long::sum));
              return heads;
            });
  }

  /** The number of dead letters in the zone, for each type that has some. */
  public CompletableFuture<Map<String, Long>> countDeadLettersByType() {
    return counts(QueueSchema.DEAD_COUNT_INDEX);
  }

  /**
   * The earliest vesting time of all items except followers, including past times and the ends of
   * leases.
   */
  public CompletableFuture<Optional<Instant>> earliestVesting() {
    return leases.earliestVesting();
  }

  /**
   * Whether the zone holds no item. The read is serializable: a concurrent enqueue conflicts. A
   * zone with followers holds their heads too.
   */
  public CompletableFuture<Boolean> isEmpty() {
    return zone.isEmpty();
  }

  /** The settings of the zone, by snapshot; the defaults when none were saved. */
  public CompletableFuture<ZoneSettings> settings() {
    return settings.load(Isolation.SNAPSHOT);
  }

  /**
   * The settings of the zone, read serializably: the transaction conflicts with a concurrent
   * change. A transaction that leases items therefore never commits after a pause that it has not
   * seen.
   */
  public CompletableFuture<ZoneSettings> settingsSerializably() {
    return settings.load(Isolation.SERIALIZABLE);
  }

  /** Replaces the settings. */
  public CompletableFuture<Void> saveSettings(ZoneSettings newSettings) {
    return changeSettings(before -> newSettings).thenApply(saved -> null);
  }

  /**
   * Changes the settings, which are read serializably. Resuming a zone wakes it even if it seems
   * empty: this transaction does not see items that are enqueued concurrently, and a visit may have
   * cleared their nudges.
   *
   * @return the new settings
   */
  public CompletableFuture<ZoneSettings> changeSettings(UnaryOperator<ZoneSettings> change) {
    return settings.change(change);
  }

  /**
   * Deletes a few buckets of ids that need not be remembered any more ({@link
   * ZoneSettings#dedupFor}). Enqueues with given ids do this too.
   */
  public CompletableFuture<Void> dropForgotten() {
    return tombstones.dropSome();
  }

  /**
   * Writes a unique record for an item of an external zone, whose effects this transaction applies.
   *
   * @param keptFor the time for which it is remembered, more than zero
   * @return false when the record exists; nothing is written then
   */
  public CompletableFuture<Boolean> noteUnique(String id, Duration keptFor) {
    return tombstones.note(id, keptFor);
  }

  private CompletableFuture<Optional<WorkItem>> withBody(Optional<ItemInZone> state) {
    return state
        .map(ItemInZone::item)
        .map(this::withBody)
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  private CompletableFuture<Optional<WorkItem>> withBody(QueueItem item) {
    return zone.bodyApart(item).thenApply(apart -> Optional.of(ItemRecords.workItem(item, apart)));
  }

  private CompletableFuture<Map<String, Long>> counts(String index) {
    return zone.store()
        .scanCounts(
            index,
            TupleRange.prefix(Tuple.from(name())),
            Continuation.START,
            ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT))
        .asList()
        .thenApply(
            entries -> {
              Map<String, Long> byType = new TreeMap<>();
              entries.forEach(
                  entry ->
                      byType.put(
                          StoredColumns.text(entry.key(), 1, entry), entry.value().getLong(0)));
              return byType;
            });
  }
}
