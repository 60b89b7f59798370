package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.Clocks;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueTombstone;
import dev.tenure.queue.proto.QueueTombstoneBucket;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Remembers the given ids of items that are gone. Tombstones that expire at about the same time
 * share a bucket, which one range clear deletes. A bucket is an eighth as wide as the zone
 * remembers ids ({@link RememberedFor}). Each bucket has a row, so that buckets of an earlier
 * setting are found.
 *
 * <p>A bucket is over when its end has passed by the caller's clock and by version, as with a
 * lease. So no id is forgotten early, neither by a process whose clock is ahead, nor when a process
 * whose clock is behind has written the tombstone.
 *
 * <p>Conflicts:
 *
 * <ul>
 *   <li>Writing a tombstone reads nothing: the item's state says how long its id is remembered.
 *   <li>Looking one up reads by snapshot. The transaction that writes it also writes the item's
 *       state, which an enqueue reads serializably.
 *   <li>Deleting a bucket reads its row serializably: it fails when a process with a clock behind
 *       writes a tombstone into the bucket meanwhile.
 * </ul>
 */
final class Tombstones {
  private static final int DROPPED_AT_ONCE_MAX = 4;

  private final ZoneAccess zone;

  Tombstones(ZoneAccess zone) {
    this.zone = zone;
  }

  /**
   * Writes the tombstone of an item that this transaction removes, if its id is to be remembered.
   */
  CompletableFuture<Void> leave(QueueItem item) {
    return item.getDedupMillis() == 0
        ? CompletableFuture.completedFuture(null)
        : zone.version()
            .thenCompose(
                version -> leave(item.getId(), new RememberedFor(item.getDedupMillis()), version));
  }

  private CompletableFuture<Void> leave(String id, RememberedFor remembered, long readVersion) {
    long bucket = remembered.bucket(zone.now());
    QueueTombstone tombstone =
        QueueTombstone.newBuilder().setZone(zone.zone()).setBucketMillis(bucket).setId(id).build();
    QueueTombstoneBucket mark =
        QueueTombstoneBucket.newBuilder()
            .setZone(zone.zone())
            .setBucketMillis(bucket)
            .setForgottenVersion(remembered.forgottenVersion(readVersion))
            .build();
    return zone.store()
        .save(tombstone)
        .thenCombine(zone.store().save(mark), (first, second) -> null);
  }

  /** Whether the id is remembered; also deletes a few buckets that are over. */
  CompletableFuture<Boolean> remembers(String id) {
    Tuple all = Tuple.from(zone.zone());
    return zone.version()
        .thenCompose(
            version ->
                buckets(TupleRange.prefix(all), snapshot())
                    .thenCompose(rows -> remembers(id, rows, version)));
  }

  private CompletableFuture<Boolean> remembers(
      String id, List<QueueTombstoneBucket> rows, long readVersion) {
    List<CompletableFuture<Boolean>> live =
        rows.stream()
            .filter(row -> !isOver(row, readVersion))
            .map(row -> holds(row.getBucketMillis(), id))
            .toList();
    return AsyncLoop.all(live)
        .thenCombine(drop(rows, readVersion), (found, dropped) -> found.contains(true));
  }

  private CompletableFuture<Boolean> holds(long bucket, String id) {
    return zone.store()
        .exists(QueueSchema.TOMBSTONE, Tuple.from(zone.zone(), bucket, id), Isolation.SNAPSHOT);
  }

  /**
   * Notes an id that no item here has, the unique record of an item in an external store. Two
   * transactions with one id conflict, at the key that its state would have.
   *
   * @return false when the id is remembered already; nothing is written then
   */
  CompletableFuture<Boolean> note(String id, Duration keptFor) {
    byte[] state = zone.store().subspace().pack(Tuple.from("unique", zone.zone(), id));
    zone.context().fence(state);
    zone.context().transaction().addWriteConflictKey(state);
    RememberedFor remembered = RememberedFor.of(keptFor);
    return remembers(id)
        .thenCompose(
            known ->
                known
                    ? CompletableFuture.completedFuture(false)
                    : zone.version()
                        .thenCompose(version -> leave(id, remembered, version))
                        .thenApply(left -> true));
  }

  /** Deletes those of the first four buckets that are over. */
  CompletableFuture<Void> dropSome() {
    TupleRange ended =
        TupleRange.between(
            Tuple.from(zone.zone()),
            true,
            Tuple.from(zone.zone(), zone.now().toEpochMilli()),
            true);
    return zone.version()
        .thenCompose(
            version ->
                buckets(ended, snapshot().withRowsMax(DROPPED_AT_ONCE_MAX))
                    .thenCompose(rows -> drop(rows, version)));
  }

  private CompletableFuture<Void> drop(List<QueueTombstoneBucket> rows, long readVersion) {
    List<QueueTombstoneBucket> over =
        rows.stream().filter(row -> isOver(row, readVersion)).limit(DROPPED_AT_ONCE_MAX).toList();
    return AsyncLoop.forEach(over, row -> drop(row.getBucketMillis(), readVersion));
  }

  private CompletableFuture<Void> drop(long bucket, long readVersion) {
    Tuple key = Tuple.from(zone.zone(), bucket);
    return zone.store()
        .load(QueueSchema.TOMBSTONE_BUCKET, key)
        .thenAccept(
            row ->
                row.map(Tombstones::message)
                    .filter(there -> isOver(there, readVersion))
                    .ifPresent(there -> delete(key)));
  }

  private void delete(Tuple bucket) {
    zone.store().deleteWhere(QueueSchema.TOMBSTONE, bucket);
    zone.store().deleteWhere(QueueSchema.TOMBSTONE_BUCKET, bucket);
  }

  /**
   * Whether no id of the bucket is remembered any more, by time and by version. A row without a
   * version is kept for as long as clocks may differ.
   */
  private boolean isOver(QueueTombstoneBucket bucket, long readVersion) {
    long now = zone.now().toEpochMilli();
    return bucket.getForgottenVersion() == 0
        ? bucket.getBucketMillis() + Clocks.STATED_SKEW.toMillis() <= now
        : bucket.getBucketMillis() <= now && bucket.getForgottenVersion() <= readVersion;
  }

  private static ScanOptions snapshot() {
    return ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
  }

  private CompletableFuture<List<QueueTombstoneBucket>> buckets(
      TupleRange range, ScanOptions options) {
    return zone.store()
        .scan(QueueSchema.TOMBSTONE_BUCKET, range, Continuation.START, options)
        .asList()
        .thenApply(rows -> rows.stream().map(Tombstones::message).toList());
  }

  private static QueueTombstoneBucket message(StoredRecord row) {
    return (QueueTombstoneBucket) row.message();
  }
}
