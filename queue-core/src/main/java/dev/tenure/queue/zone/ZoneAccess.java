package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.Clocks;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What all roles of a zone share: the store, the zone's name, its waker, and item state. */
record ZoneAccess(RecordStore store, String zone, ZoneWaker waker) {
  RecordContext context() {
    return store.context();
  }

  Instant now() {
    return context().now();
  }

  /** Put together by {@code add}: {@code from} looks through what it is given by a stream. */
  Tuple key(String id) {
    return new Tuple().add(zone).add(id);
  }

  /** Bytes of what the keys of all items begin with. */
  int keyBytes() {
    return store.subspace().pack(Tuple.from(zone)).length;
  }

  /** The item's state, with a read conflict on its key: two that take one item conflict. */
  CompletableFuture<Optional<StoredRecord>> state(String id) {
    return store.load(QueueSchema.ITEM, key(id));
  }

  /** The item's state, by snapshot: for looking only. */
  CompletableFuture<Optional<StoredRecord>> stateBySnapshot(String id) {
    return store.load(QueueSchema.ITEM, key(id), Isolation.SNAPSHOT);
  }

  /** The body that lies apart; empty when the item holds it itself. */
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

  /** Whether the item may be taken: vested, and the last lease over by time and by version. */
  boolean available(QueueItem item, long readVersion) {
    if (item.getVestingMillis() > now().toEpochMilli()) {
      return false;
    }
    return item.getLeaseId().isEmpty() || readVersion >= leaseEnd(item);
  }

  /**
   * Whether a lease holds the item: by time or by version, so that nobody whose clock is ahead
   * takes it from its holder.
   */
  boolean leased(QueueItem item, long readVersion) {
    return !item.getLeaseId().isEmpty() && !available(item, readVersion);
  }

  /** When the lease that holds the item is over by time and by version. */
  Instant leasedUntil(QueueItem item, long readVersion) {
    Instant byTime = Instant.ofEpochMilli(item.getVestingMillis());
    Instant byVersion = availableAt(item, readVersion);
    return byTime.isAfter(byVersion) ? byTime : byVersion;
  }

  /** When a vested item whose lease is not over by version can be taken. */
  Instant availableAt(QueueItem item, long readVersion) {
    long versionsLeft = Math.max(0, leaseEnd(item) - readVersion);
    return now().plusMillis(Clocks.millisOf(versionsLeft) + 1);
  }

  private static long leaseEnd(QueueItem item) {
    return item.getLeaseVersion() + Clocks.versionsIn(item.getLeaseMillis());
  }

  static boolean holds(QueueItem item, LeaseId lease) {
    return !item.getLeaseId().isEmpty() && ItemRecords.leaseId(item).equals(lease);
  }

  /**
   * Attempts that end with a lease that is taken away: a holder that died, or was taken for dead,
   * never said what became of its own.
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
