package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.PreloadedRows;
import dev.tenure.record.store.row.ScanRange;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.store.row.StoredRow;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads records of one store ahead, so that later loads of them in the same transaction are
 * answered from memory: those by primary key, those of index entries, and those that saves make.
 *
 * <ul>
 *   <li>Reading ahead is by snapshot and adds no conflict. A later serializable load adds the
 *       conflict that it would have added by reading.
 *   <li>A record that the transaction writes is read again.
 *   <li>Absent records are remembered as absent.
 *   <li>A transaction holds at most {@link PreloadedRows#RECORDS_MAX} records and {@link
 *       PreloadedRows#BYTES_MAX} bytes of a store. Records beyond a limit are not read ahead; a
 *       load reads them.
 *   <li>Scans of records are not answered from memory.
 * </ul>
 */
public final class Preload {
  private static final int READS_AT_ONCE = 10;

  private final StoreState state;
  private final StoreMetaData metaData;
  private final RecordReader reader;

  Preload(StoreState state, StoreMetaData metaData, RecordReader reader) {
    this.state = state;
    this.metaData = metaData;
    this.reader = reader;
  }

  /**
   * Reads records ahead, several at once, in the order of the list.
   *
   * @return the number of these records, including absent ones, whose loads are now answered from
   *     memory
   * @throws IllegalArgumentException when there is no such type, or a key has another number of
   *     columns
   */
  public CompletableFuture<Integer> records(String type, List<Tuple> primaryKeys) {
    BoundType bound = metaData.bound().type(type);
    Iterator<byte[]> rest =
        primaryKeys.stream()
            .map(key -> state.keys().record(bound, bound.requirePrimaryKey(key)))
            .toList()
            .iterator();
    AtomicInteger held = new AtomicInteger();
    return AsyncLoop.whileTrue(
            () -> {
              List<CompletableFuture<Integer>> running = new ArrayList<>();
              while (rest.hasNext() && running.size() < READS_AT_ONCE) {
                running.add(read(bound, rest.next()).thenApply(held::addAndGet));
              }
              return AsyncLoop.all(running)
                  .thenApply(nothing -> rest.hasNext() && !state.preloaded().isFull());
            })
        .thenApply(nothing -> held.get());
  }

  /**
   * A record that an earlier transaction has loaded, as if this one had loaded it by snapshot: it
   * can be replaced or deleted, which then adds the conflict of reading it. Saves the read where
   * the caller knows, by other rows that it has read, that the record at this transaction's read
   * version is the same. If it is another one, its index entries stay.
   */
  public StoredRecord assumeUnchanged(StoredRecord earlier) {
    return earlier.from(state.written().origin(Isolation.SNAPSHOT));
  }

  /**
   * Reads a record ahead; gives the number of records that are held now because of it: one or none.
   */
  private CompletableFuture<Integer> read(BoundType type, byte[] record) {
    if (state.preloaded().find(record).isPresent()) {
      return CompletableFuture.completedFuture(1);
    }
    if (state.context().hasWritten(StoreKeys.parts(record))) {
      return CompletableFuture.completedFuture(0);
    }
    return reader
        .readRow(type, record, Isolation.SNAPSHOT)
        .thenApply(row -> state.preloaded().put(record, row) ? 1 : 0);
  }

  /**
   * Reads the records ahead whose primary keys are in a range, in their order.
   *
   * @return the number of records of the range that are now in memory; records beyond a limit are
   *     not
   * @throws IllegalArgumentException when there is no such type
   */
  public CompletableFuture<Integer> range(String type, TupleRange range) {
    BoundType bound = metaData.bound().type(type);
    PreloadedRows held = state.preloaded();
    if (held.recordsLeft() == 0 || held.bytesLeft() == 0) {
      return CompletableFuture.completedFuture(0);
    }
    ScanRange whole = ScanRange.records(state.keys(), bound, range, false);
    ScanOptions options =
        ScanOptions.defaults()
            .withIsolation(Isolation.SNAPSHOT)
            .withRowsMax(held.recordsLeft())
            .withBytesMax(held.bytesLeft());
    return reader
        .rows(bound, whole, Continuation.START, options)
        .asPage()
        .thenApply(
            page ->
                hold(
                    whole.keys(),
                    page.items(),
                    page.reason() == CursorResult.Reason.SOURCE_EXHAUSTED));
  }

  private int hold(Range range, List<StoredRow> rows, boolean complete) {
    byte[] begin = range.begin;
    int count = 0;
    for (StoredRow row : rows) {
      if (!state.preloaded().put(row.key(), Optional.of(row))) {
        state.preloaded().putWhole(new Range(begin, row.key()));
        return count;
      }
      count++;
    }
    byte[] last = rows.isEmpty() ? begin : StoreKeys.behind(rows.get(rows.size() - 1).key());
    state.preloaded().putWhole(complete ? range : new Range(begin, last));
    return count;
  }
}
