package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.PendingWrites;
import dev.tenure.record.tuple.TupleRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An index of an open store. */
record StoreIndex(StoreState state, RecordReader reader, StoreScans scans, BoundIndex bound)
    implements OpenIndex {
  @Override
  public IndexKeys keys() {
    return state.place(bound);
  }

  @Override
  public RecordContext context() {
    return state.context();
  }

  @Override
  public ReadTransaction reader(Isolation isolation) {
    return reader.reader(isolation);
  }

  @Override
  public PendingWrites pending() {
    return state.pending();
  }

  /**
   * The rows in a range of keys. Reading waits for the updates of second structures that this
   * transaction has begun.
   */
  @Override
  public <T> RecordCursor<T> rows(
      Range keys, Continuation from, ScanOptions options, RowDecoder<T> decoder) {
    if (!pending().hasUpdatedStructures()) {
      return reader.indexRows(bound, keys, from, options, decoder);
    }
    return Cursors.ofFuture(
        inTurn(
            () ->
                CompletableFuture.completedFuture(
                    reader.indexRows(bound, keys, from, options, decoder))));
  }

  @Override
  public RecordCursor<IndexedRecord> records(
      TupleRange primaryKeys, Continuation from, ScanOptions options) {
    return scans.indexed(bound, primaryKeys, from, options);
  }

  @Override
  public CompletableFuture<Optional<IndexedRecord>> record(IndexEntry entry, Isolation isolation) {
    return scans.indexed(entry, isolation);
  }

  @Override
  public byte[] recordKey(IndexedRecord record) {
    return state.keys().record(record.type(), record.primaryKey());
  }

  @Override
  public void requireWritable() {
    state.requireWritable();
  }
}
