package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.proto.QueueHistory;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * One queue zone inside one transaction (paper section 5). Every operation takes effect when the
 * transaction commits, or not at all; several may be made in one transaction. Not strictly FIFO:
 * items come in (priority, vesting time) order, and leases reorder. Items of one group ({@link
 * NewItem#withGroup}) are: only the first of them, its head, is seen by peeks and can be leased;
 * the others, its followers, wait until it is completed, cancelled or set aside. Used by one thread
 * at a time.
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

  /**
   * @param store holds {@link QueueSchema} in its metadata
   * @param name 1 to 64 bytes of UTF-8
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
  }

  public String name() {
    return zone.zone();
  }

  /** The time of this transaction, by which items vest. */
  public Instant now() {
    return zone.now();
  }

  /**
   * Adds an item; at the end of its group, if it names one. With an id that an item, a follower or
   * a dead letter has already, or that is remembered as done ({@link ZoneSettings#dedupFor}),
   * changes nothing.
   */
  public CompletableFuture<EnqueueResult> enqueue(NewItem item) {
    return enqueue.enqueue(item);
  }

  /**
   * Adds items, all or none.
   *
   * @param items at most 1,000, and {@link QueueLimits#BATCH_BYTES_MAX} of {@link
   *     NewItem#transactionBytes}
   * @throws IllegalArgumentException naming the limit, and the item at which it was passed; nothing
   *     is written then
   */
  public CompletableFuture<List<EnqueueResult>> enqueueAll(List<NewItem> items) {
    return enqueue.enqueueAll(items);
  }

  /** Vested items in (priority, vesting time) order; by snapshot, without a lease. */
  public CompletableFuture<List<WorkItem>> peek(PeekRequest request) {
    return peekIds(request)
        .thenCompose(
            items -> {
              List<WorkItem> found = new ArrayList<>(items.size());
              CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
              for (IndexedItem item : items) {
                chain =
                    chain
                        .thenCompose(done -> zone.stateBySnapshot(item.id()))
                        .thenCompose(this::withBody)
                        .thenAccept(read -> read.ifPresent(found::add));
              }
              return chain.thenApply(done -> List.copyOf(found));
            });
  }

  /** As {@link #peek}, reading index entries only. */
  public CompletableFuture<List<IndexedItem>> peekIds(PeekRequest request) {
    return ZonePeek.peek(zone.store(), zone.zone(), request, zone.now())
        .thenApply(ZonePeek.Found::items);
  }

  /** As {@link #peekIds}, telling also when the next item vests. */
  public CompletableFuture<PeekView> look(PeekRequest request) {
    return ZonePeek.peek(zone.store(), zone.zone(), request, zone.now())
        .thenApply(found -> new PeekView(found.items(), found.more(), found.earliestUnvested()));
  }

  /** The item, a follower too, with its body. */
  public CompletableFuture<Optional<WorkItem>> find(String id) {
    return zone.state(id)
        .thenCompose(
            state -> state.isPresent() ? withBody(state) : follower(id, Isolation.SERIALIZABLE));
  }

  /** A follower with its body, by snapshot; empty when there is no such item, or it is a head. */
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

  /** The id of the item whose turn it is in a group, by snapshot; empty when there is no item. */
  public CompletableFuture<Optional<String>> headOf(String group) {
    return groups.headOf(group);
  }

  /** Leases one vested item. */
  public CompletableFuture<LeaseResult> obtainLease(String id, Duration duration, String consumer) {
    return leases.obtain(id, duration, consumer);
  }

  /** Peeks and leases in one. */
  public CompletableFuture<List<LeasedItem>> dequeue(DequeueRequest request) {
    return leases.dequeue(request).thenApply(ZoneLeases.Dequeued::items);
  }

  /** As {@link #dequeue}, telling also what is left: what a visit to the zone needs to know. */
  public CompletableFuture<DequeueView> dequeueAndLook(DequeueRequest request) {
    return leases.dequeue(request).thenApply(ZoneLeases.Dequeued::view);
  }

  /** Extends a lease that is valid, or has expired but was not taken by anybody else. */
  public CompletableFuture<ExtendResult> extendLease(String id, LeaseId lease, Duration duration) {
    return leases.extend(id, lease, duration);
  }

  /** Removes an item for its lease holder; the next of its group takes its place. */
  public CompletableFuture<ZoneOutcome> complete(String id, LeaseId lease) {
    return outcomes.complete(id, lease);
  }

  /**
   * Removes an item, leased or not; its holder learns at its next step. Of a group, the next takes
   * the place of the head, and a follower just goes.
   */
  public CompletableFuture<ZoneOutcome> cancel(String id) {
    return outcomes.cancel(id);
  }

  /**
   * Gives a lease back; the item vests after the delay, and blocks its group until then.
   *
   * @param failure counts an error and goes into the history; empty releases or snoozes
   * @throws NullPointerException naming the parameter that is null; nothing is written then
   */
  public CompletableFuture<ZoneOutcome> requeue(
      String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
    return outcomes.requeue(id, lease, delay, failure);
  }

  /**
   * Sets an item aside for its lease holder; the next of its group takes its place.
   *
   * @param reason for people, cut to 2,000 characters; not null
   * @throws NullPointerException naming the parameter that is null; nothing is written then
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
   * When the lease on an item is over, by time and by version, as versions advance: from then on it
   * may be taken over, made due and changed. Empty when it has none, or one that is over.
   */
  public CompletableFuture<Optional<Instant>> leasedUntil(String id) {
    return leases.leasedUntil(id);
  }

  /**
   * A dead letter back into the zone, its error count forgotten: to run at once, or in its turn at
   * the end of its group.
   */
  public CompletableFuture<ZoneOutcome> redrive(String id) {
    return deadLetters.redrive(id);
  }

  /** Removes a dead letter; false when there was none. */
  public CompletableFuture<Boolean> removeDeadLetter(String id) {
    return deadLetters.remove(id);
  }

  public CompletableFuture<Optional<DeadLetter>> findDeadLetter(String id) {
    return deadLetters.find(id, Isolation.SERIALIZABLE);
  }

  /** All items but followers in (priority, vesting time) order, by their index entries. */
  public RecordCursor<IndexedItem> scanIds(Continuation from, ScanOptions options) {
    return zone.store()
        .scanIndex(QueueSchema.VESTING_INDEX, TupleRange.prefix(Tuple.from(name())), from, options)
        .map(IndexedItem::of);
  }

  /** The ids of all followers, by id. */
  public RecordCursor<String> scanFollowerIds(Continuation from, ScanOptions options) {
    return groups.scanIds(from, options);
  }

  /** The item with its body, by snapshot; empty for a follower. */
  public CompletableFuture<Optional<WorkItem>> findBySnapshot(String id) {
    return zone.stateBySnapshot(id).thenCompose(this::withBody);
  }

  /** All dead letters, by id. */
  public RecordCursor<DeadLetter> scanDeadLetters(Continuation from, ScanOptions options) {
    return deadLetters.scan(TupleRange.prefix(Tuple.from(name())), from, options);
  }

  /** The dead letters behind an id, by id; from the first one when there is none. */
  public RecordCursor<DeadLetter> deadLettersAfter(Optional<String> id, ScanOptions options) {
    return deadLetters.after(id, options);
  }

  /** As {@link #findDeadLetter}, by snapshot. */
  public CompletableFuture<Optional<DeadLetter>> findDeadLetterBySnapshot(String id) {
    return deadLetters.find(id, Isolation.SNAPSHOT);
  }

  /** The last failures of an item that is not set aside, oldest first; by snapshot. */
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
   * @param max a store with more zones than this shows the first ones
   */
  public static CompletableFuture<List<String>> zonesOf(RecordStore store, int max) {
    return ZoneNames.of(store, max);
  }

  /** The next zone of the store, by name, that holds dead letters; by snapshot. */
  public static CompletableFuture<Optional<String>> nextWithDeadLetters(
      RecordStore store, Optional<String> after) {
    return ZoneNames.nextWithDeadLetters(store, after);
  }

  /** How many dead letters a zone, or all zones of the store, hold; by snapshot. */
  public static CompletableFuture<Long> countDeadLetters(RecordStore store, Optional<String> zone) {
    return DeadLetters.count(store, zone);
  }

  /**
   * Removes up to {@code max} items, leased ones included, followers first; how many were removed.
   */
  public CompletableFuture<Integer> purge(int max) {
    QueueLimits.checkBetween("purge max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    return groups
        .purge(max)
        .thenCompose(
            followers ->
                followers == max
                    ? CompletableFuture.completedFuture(max)
                    : purgeHeads(max - followers).thenApply(heads -> followers + heads));
  }

  private CompletableFuture<Integer> purgeHeads(int max) {
    ScanOptions options = ScanOptions.defaults().withRowsMax(max);
    return zone.store()
        .scan(QueueSchema.ITEM, TupleRange.prefix(Tuple.from(name())), Continuation.START, options)
        .asList()
        .thenCompose(
            items -> {
              CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
              for (StoredRecord item : items) {
                chain = chain.thenCompose(done -> outcomes.end(item).thenApply(out -> null));
              }
              return chain.thenApply(done -> items.size());
            });
  }

  /** How many items of the type the zone holds, leased ones and followers included. */
  public CompletableFuture<Long> count(String type) {
    Tuple counted = Tuple.from(name(), type);
    return zone.store()
        .count(QueueSchema.COUNT_INDEX, counted)
        .thenCombine(zone.store().count(QueueSchema.FOLLOWER_COUNT_INDEX, counted), Long::sum);
  }

  /** How many items of each type the zone holds, leased ones and followers included; no zeros. */
  public CompletableFuture<Map<String, Long>> countByType() {
    return counts(QueueSchema.COUNT_INDEX)
        .thenCombine(
            counts(QueueSchema.FOLLOWER_COUNT_INDEX),
            (heads, followers) -> {
              followers.forEach((type, count) -> heads.merge(type, count, Long::sum));
              return heads;
            });
  }

  /** How many dead letters of each type the zone holds; no zeros. */
  public CompletableFuture<Map<String, Long>> countDeadLettersByType() {
    return counts(QueueSchema.DEAD_COUNT_INDEX);
  }

  /**
   * The earliest vesting time of all items but followers, past ones and ends of leases included.
   */
  public CompletableFuture<Optional<Instant>> earliestVesting() {
    return ZonePeek.peek(
            zone.store(), name(), PeekRequest.first(1), Instant.ofEpochMilli(Long.MIN_VALUE / 2))
        .thenApply(ZonePeek.Found::earliestUnvested);
  }

  /**
   * Whether the zone holds no item, read serializably: any item added meanwhile conflicts. A zone
   * with followers holds their heads.
   */
  public CompletableFuture<Boolean> isEmpty() {
    return zone.store()
        .scan(
            QueueSchema.ITEM,
            TupleRange.prefix(Tuple.from(name())),
            Continuation.START,
            ScanOptions.defaults().withIsolation(Isolation.SERIALIZABLE).withRowsMax(1))
        .asList()
        .thenApply(List::isEmpty);
  }

  /**
   * The settings, defaults when none were saved; by snapshot, for looking only. Whatever gives out
   * items reads them by {@link #settingsSerializably}.
   */
  public CompletableFuture<ZoneSettings> settings() {
    return settings.load(Isolation.SNAPSHOT);
  }

  /**
   * As {@link #settings}, so that the transaction conflicts with a change of the settings that
   * commits meanwhile: one that gives out items never commits after a pause that it has not seen.
   */
  public CompletableFuture<ZoneSettings> settingsSerializably() {
    return settings.load(Isolation.SERIALIZABLE);
  }

  /** As {@link #changeSettings}, whatever the settings were. */
  public CompletableFuture<Void> saveSettings(ZoneSettings newSettings) {
    return changeSettings(before -> newSettings).thenApply(saved -> null);
  }

  /**
   * Changes the settings, read serializably; resuming a paused zone wakes it, whatever it holds:
   * items that come while the transaction runs, and whose nudges a visit cleared, are not seen
   * here.
   *
   * @return the settings as they are then
   */
  public CompletableFuture<ZoneSettings> changeSettings(UnaryOperator<ZoneSettings> change) {
    return settings.change(change);
  }

  /**
   * Drops a few of the buckets of remembered ids that are over, if there are any ({@link
   * ZoneSettings#dedupFor}); enqueues with given ids do so too.
   */
  public CompletableFuture<Void> dropForgotten() {
    return tombstones.dropSome();
  }

  private CompletableFuture<Optional<WorkItem>> withBody(Optional<StoredRecord> state) {
    return state
        .map(ItemRecords::message)
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
                      byType.put(Columns.text(entry.key(), 1, entry), entry.value().getLong(0)));
              return byType;
            });
  }
}
