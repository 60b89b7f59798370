package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueTombstone;
import dev.tenure.queue.proto.QueueTombstoneBucket;
import dev.tenure.record.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.cursor.TupleRange;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Remembers the given ids of items that are gone. A tombstone lies in the bucket of the time until
 * which it is remembered, and a bucket that is over is dropped by one range clear: nothing wades
 * through single tombstones. How many buckets a zone has follows from how long it remembers, an
 * eighth of which is a bucket's width; a row for each bucket says that there is one, so a change of
 * the setting loses nothing.
 *
 * <p>Leaving one reads nothing, as the item's state says how long. Looking one up reads by
 * snapshot: whoever leaves one writes the item's state, which an enqueue reads serializably.
 */
final class Tombstones {
  /** A bucket is at least a minute and at most an eighth of what is remembered, rounded up. */
  private static final long WIDTH_MILLIS_LEAST = 60_000;

  private static final int BUCKETS_PER_DURATION = 8;

  private static final int DROPPED_AT_ONCE_MAX = 4;

  private final ZoneAccess zone;

  Tombstones(ZoneAccess zone) {
    this.zone = zone;
  }

  /** The end of the bucket that an id is remembered until, if it goes now. */
  static long bucket(Instant now, Duration dedupFor) {
    long width = Math.max(WIDTH_MILLIS_LEAST, dedupFor.toMillis() / BUCKETS_PER_DURATION);
    long until = now.toEpochMilli() + dedupFor.toMillis();
    return (until + width - 1) / width * width;
  }

  /** In the transaction that removes the item; for one that is not remembered does nothing. */
  CompletableFuture<Void> leave(QueueItem item) {
    if (item.getDedupMillis() == 0) {
      return CompletableFuture.completedFuture(null);
    }
    long bucket = bucket(zone.now(), Duration.ofMillis(item.getDedupMillis()));
    QueueTombstone tombstone =
        QueueTombstone.newBuilder()
            .setZone(zone.zone())
            .setBucketMillis(bucket)
            .setId(item.getId())
            .build();
    QueueTombstoneBucket mark =
        QueueTombstoneBucket.newBuilder().setZone(zone.zone()).setBucketMillis(bucket).build();
    return zone.store()
        .save(tombstone)
        .thenCombine(zone.store().save(mark), (first, second) -> null);
  }

  /** Whether the id is remembered; drops a few buckets that are over. */
  CompletableFuture<Boolean> remembers(String id) {
    ScanOptions all = ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
    CompletableFuture<Void> dropped = dropSome();
    return buckets(Tuple.from(zone.zone(), zone.now().toEpochMilli()), name(), all)
        .thenCompose(live -> AsyncLoop.all(live.stream().map(bucket -> holds(bucket, id)).toList()))
        .thenCombine(dropped, (found, done) -> found.contains(true));
  }

  private CompletableFuture<Boolean> holds(long bucket, String id) {
    return zone.store()
        .exists(QueueSchema.TOMBSTONE, Tuple.from(zone.zone(), bucket, id), Isolation.SNAPSHOT);
  }

  /** Drops a few buckets that are over. */
  CompletableFuture<Void> dropSome() {
    ScanOptions few =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(DROPPED_AT_ONCE_MAX);
    return buckets(name(), Tuple.from(zone.zone(), zone.now().toEpochMilli()), few)
        .thenAccept(over -> over.forEach(this::drop));
  }

  private void drop(long bucket) {
    Tuple key = Tuple.from(zone.zone(), bucket);
    zone.store().deleteWhere(QueueSchema.TOMBSTONE, key);
    zone.store().deleteWhere(QueueSchema.TOMBSTONE_BUCKET, key);
  }

  private Tuple name() {
    return Tuple.from(zone.zone());
  }

  /** The ends of the buckets behind one place and up to another. */
  private CompletableFuture<List<Long>> buckets(Tuple behind, Tuple upTo, ScanOptions options) {
    boolean first = behind.size() == 1;
    return zone.store()
        .scan(
            QueueSchema.TOMBSTONE_BUCKET,
            TupleRange.between(behind, first, upTo, true),
            Continuation.START,
            options)
        .asList()
        .thenApply(rows -> rows.stream().map(Tombstones::bucket).toList());
  }

  private static long bucket(StoredRecord row) {
    return ((QueueTombstoneBucket) row.message()).getBucketMillis();
  }
}
