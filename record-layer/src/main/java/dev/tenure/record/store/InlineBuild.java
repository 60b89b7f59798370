package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import dev.tenure.record.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.cursor.TupleRange;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Builds one index within a transaction, from all records of its types, which are read
 * serializably: a record saved meanwhile by another transaction makes one of the two conflict.
 */
final class InlineBuild {
  private final StoreState state;
  private final RecordReader reader;
  private final BoundIndex index;
  private final StoreMetaData metaData;
  private final List<IndexedRecord> records = new ArrayList<>();
  private long bytes;

  InlineBuild(StoreState state, RecordReader reader, StoreMetaData metaData, BoundIndex index) {
    this.state = state;
    this.reader = reader;
    this.index = index;
    this.metaData = metaData;
  }

  /**
   * Builds the index, or disables it when the store is over a limit, or when records that are there
   * contradict the index: two of one value in a unique one.
   *
   * @return the state the index has now
   */
  CompletableFuture<IndexState> run(BuildLimits limits) {
    Iterator<BoundType> types =
        metaData.bound().types().stream().filter(index::has).toList().iterator();
    return AsyncLoop.whileTrue(
            () ->
                types.hasNext() && fits(limits)
                    ? collect(types.next(), limits).thenApply(nothing -> true)
                    : CompletableFuture.completedFuture(false))
        .thenApply(nothing -> finish(limits));
  }

  private boolean fits(BuildLimits limits) {
    return records.isEmpty()
        || (records.size() <= limits.recordsMax() && bytes <= limits.bytesMax());
  }

  private CompletableFuture<Void> collect(BoundType type, BuildLimits limits) {
    ScanOptions options =
        ScanOptions.defaults()
            .withRowsMax(limits.recordsMax() - records.size() + 1)
            .withBytesMax(limits.bytesMax() - bytes + 1);
    RecordCursor<StoredRecord> cursor =
        reader.scan(type, TupleRange.all(), Continuation.START, options);
    return cursor
        .asList()
        .thenAccept(
            found ->
                found.forEach(
                    record -> {
                      bytes += record.sizeBytes();
                      records.add(record.indexed(type));
                    }));
  }

  private IndexState finish(BuildLimits limits) {
    Range rows = state.keys().indexRange(index.subspaceKey());
    state.context().clear(rows);
    state.discardData(rows);
    boolean build = fits(limits) && index.maintainer().contradiction(records).isEmpty();
    if (build) {
      IndexKeys indexKeys = state.keys().index(index);
      WriteBatch batch = new WriteBatch(state.context(), state.counts());
      records.forEach(
          record -> index.maintainer().update(indexKeys, new RecordChange(null, record), batch));
      batch.apply();
    }
    IndexState result = build ? IndexState.READABLE : IndexState.DISABLED;
    state.write(index.subspaceKey(), result);
    return result;
  }
}
