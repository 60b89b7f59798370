package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.Clocks;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The parts that all classes of a zone share: the store, the name, the waker, and reads of item
 * states.
 */
record ZoneAccess(RecordStore store, String zone, ZoneWaker waker) {
  RecordContext context() {
    return store.context();
  }

  Instant now() {
    return context().now();
  }

  /**
   * The version at which this transaction reads, on the scale of the store: leases and buckets of
   * tombstones keep versions that may be those of a cluster where the store was before.
   */
  CompletableFuture<Long> version() {
    long shift = store.header().versionShift();
    return context().readVersion().thenApply(version -> version + shift);
  }

  /**
   * The primary key of an item. It is built by {@code add}, which is faster than {@code
   * Tuple.from}.
   */
  Tuple key(String id) {
    return new Tuple().add(zone).add(id);
  }

  /** The length of the prefix that the keys of all items have. */
  int keyBytes() {
    return store.subspace().pack(Tuple.from(zone)).length;
  }

  /** Whether there is such an item, read serializably. */
  CompletableFuture<Boolean> exists(String id) {
    return store.exists(QueueSchema.ITEM, key(id), Isolation.SERIALIZABLE);
  }

  /** The item's state, read serializably: two transactions that lease one item conflict. */
  CompletableFuture<Optional<ItemInZone>> state(String id) {
    return state(id, Isolation.SERIALIZABLE);
  }

  /** The item's state, by snapshot, for transactions that do not change it. */
  CompletableFuture<Optional<ItemInZone>> stateBySnapshot(String id) {
    return state(id, Isolation.SNAPSHOT);
  }

  private CompletableFuture<Optional<ItemInZone>> state(String id, Isolation isolation) {
    CompletableFuture<Optional<StoredRecord>> record =
        store.load(QueueSchema.ITEM, key(id), isolation);
    return VisitLeases.mayExist(store)
        ? record.thenCombine(
            rows().all(),
            (found, all) -> found.map(stored -> new ItemInZone(stored, holding(all, id))))
        : record.thenApply(ZoneAccess::withoutRow);
  }

  /** As {@link #state(String)}; of the leases of visits, only the given one is looked at. */
  CompletableFuture<Optional<ItemInZone>> state(String id, LeaseId lease) {
    CompletableFuture<Optional<StoredRecord>> record = store.load(QueueSchema.ITEM, key(id));
    return VisitLeases.mayExist(store)
        ? record.thenCombine(
            rows().find(lease),
            (found, row) ->
                found.map(stored -> new ItemInZone(stored, row.filter(it -> it.holds(id)))))
        : record.thenApply(ZoneAccess::withoutRow);
  }

  /** The item that a lease of a visit holds, whose record is as the visit has read it. */
  ItemInZone unchanged(StoredRecord record, VisitLeaseRow row) {
    return new ItemInZone(store.preload().assumeUnchanged(record), Optional.of(row));
  }

  private static Optional<ItemInZone> withoutRow(Optional<StoredRecord> found) {
    return found.map(stored -> new ItemInZone(stored, Optional.empty()));
  }

  private static Optional<VisitLeaseRow> holding(List<VisitLeaseRow> rows, String id) {
    return rows.stream().filter(row -> row.holds(id)).findFirst();
  }

  /** The leases of visits in this zone. */
  VisitLeases rows() {
    return VisitLeases.of(store, zone);
  }

  /** Replaces an item's state. Its lease is that of the new state alone. */
  void replace(ItemInZone item, QueueItem changed) {
    store.replace(item.stored(), changed);
    item.row().ifPresent(row -> rows().leave(row, item.id()));
  }

  /** Deletes an item's state, and its lease. */
  void delete(ItemInZone item) {
    store.delete(item.stored());
    item.row().ifPresent(row -> rows().leave(row, item.id()));
  }

  /** The body in its own record; empty when the item's record holds it. */
  CompletableFuture<Optional<ItemBody>> bodyApart(QueueItem item) {
    if (item.hasBody()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return store
        .load(QueueSchema.BODY, key(item.getId()), Isolation.SNAPSHOT)
        .thenApply(
            found ->
                found.map(
                    record ->
                        ItemRecords.body(
                            ((QueueBody) record.message()).getBody(),
                            ItemRecords.describe(item.getZone(), item.getId()))));
  }

  /** Whether the item may be leased: it is vested, and its last lease has ended by version too. */
  boolean available(QueueItem item, long readVersion) {
    if (item.getVestingMillis() > now().toEpochMilli()) {
      return false;
    }
    return item.getLeaseId().isEmpty() || readVersion >= leaseEnd(item);
  }

  /**
   * Whether the item is stranded: its lease has ended by version, and its end by time lies later
   * than that of any lease that is granted now.
   */
  boolean stranded(QueueItem item, long readVersion) {
    Instant latest = now().plusMillis(item.getLeaseMillis()).plus(Clocks.APART_MAX);
    return !item.getLeaseId().isEmpty()
        && readVersion >= leaseEnd(item)
        && item.getVestingMillis() > latest.toEpochMilli();
  }

  /**
   * Whether a lease holds the item, by time or by version. A consumer with a fast clock therefore
   * takes nothing from a holder.
   */
  boolean leased(QueueItem item, long readVersion) {
    return !item.getLeaseId().isEmpty() && !available(item, readVersion);
  }

  /** The time at which the item's lease ends, by time and by version. */
  Instant leasedUntil(QueueItem item, long readVersion) {
    Instant byTime = Instant.ofEpochMilli(item.getVestingMillis());
    Instant byVersion = availableAt(item, readVersion);
    return byTime.isAfter(byVersion) ? byTime : byVersion;
  }

  /** The time at which the lease of a vested item ends by version. */
  Instant availableAt(QueueItem item, long readVersion) {
    long versionsLeft = Math.max(0, leaseEnd(item) - readVersion);
    return now().plusMillis(Clocks.millisOf(versionsLeft) + 1);
  }

  private static long leaseEnd(QueueItem item) {
    return Clocks.leaseEnd(item.getLeaseVersion(), item.getLeaseMillis());
  }

  /** Whether the zone holds no item, read serializably. */
  CompletableFuture<Boolean> isEmpty() {
    return store
        .scan(
            QueueSchema.ITEM,
            TupleRange.prefix(Tuple.from(zone)),
            Continuation.START,
            ScanOptions.defaults().withIsolation(Isolation.SERIALIZABLE).withRowsMax(1))
        .asList()
        .thenApply(List::isEmpty);
  }

  static boolean holds(QueueItem item, LeaseId lease) {
    return !item.getLeaseId().isEmpty() && ItemRecords.leaseId(item).equals(lease);
  }

  /**
   * The number of attempts that vanish when the item's lease is taken away: one if the item has a
   * lease, since its holder reported no result.
   */
  static int unreported(QueueItem item) {
    return item.getLeaseId().isEmpty() ? 0 : 1;
  }

  /** The item without its lease, vesting at the given time. */
  static QueueItem.Builder released(QueueItem item, Instant vesting) {
    return item.toBuilder()
        .setVestingMillis(vesting.toEpochMilli())
        .clearLeaseId()
        .clearLeaseVersion()
        .clearLeaseMillis();
  }
}
