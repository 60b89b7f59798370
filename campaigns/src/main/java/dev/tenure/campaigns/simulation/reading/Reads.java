package dev.tenure.campaigns.simulation.reading;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneWaker;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.aggregate.Aggregates;
import dev.tenure.record.index.aggregate.BitmapQuery;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Whole scans by snapshot, answered at once by an engine in memory. */
public final class Reads {
  /** Nothing is written here. */
  private static final ZoneWaker NO_WAKER =
      new ZoneWaker() {
        @Override
        public CompletableFuture<Void> prepare() {
          throw new IllegalStateException("the rows are only read");
        }

        @Override
        public void wake(Instant vesting, String itemId) {
          throw new IllegalStateException("the rows are only read");
        }
      };

  private static final ScanOptions SNAPSHOT =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);

  private Reads() {}

  /** All records of a type, whose name is that of its message. */
  public static <M extends Message> List<M> records(RecordStore store, Class<M> message) {
    return stored(store, message).stream().map(stored -> message.cast(stored.message())).toList();
  }

  /** As {@link #records}, with their versions. */
  public static List<StoredRecord> stored(RecordStore store, Class<? extends Message> message) {
    return now(
        store
            .scan(message.getSimpleName(), TupleRange.all(), Continuation.START, SNAPSHOT)
            .asList());
  }

  /** An item of a store with its lease, also if that is a visit's. */
  public static QueueItem withLease(RecordStore store, QueueItem record) {
    return now(new QueueZone(store, record.getZone(), NO_WAKER).withLease(record));
  }

  public static List<IndexEntry> entries(RecordStore store, String index) {
    return now(store.scanIndex(index, TupleRange.all(), Continuation.START, SNAPSHOT).asList());
  }

  public static List<IndexEntry> scanned(RecordStore store, String index, IndexScan scan) {
    return now(store.scanIndex(index, scan, Continuation.START, SNAPSHOT).asList());
  }

  public static List<IndexEntry> counts(RecordStore store, String index) {
    return now(store.scanCounts(index, TupleRange.all(), Continuation.START, SNAPSHOT).asList());
  }

  /** The groups of an index that keeps a value for each. */
  public static List<IndexEntry> groups(RecordStore store, String index) {
    return now(
        Aggregates.of(store.index(index))
            .groups(TupleRange.all(), Continuation.START, SNAPSHOT)
            .asList());
  }

  /** The positions of a group of a bitmap index. */
  public static List<Long> positions(RecordStore store, String index, Tuple group) {
    return now(
        BitmapQuery.of(store.index(index), group).positions(Continuation.START, SNAPSHOT).asList());
  }

  public static <T> T now(CompletableFuture<T> future) {
    if (!future.isDone()) {
      throw new IllegalStateException("the engine in memory did not answer a read at once");
    }
    return future.join();
  }
}
