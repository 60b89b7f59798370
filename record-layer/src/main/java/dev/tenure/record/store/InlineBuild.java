package dev.tenure.record.store;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanLimits;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Builds one index within a transaction, from all records of its types. The records are read
 * serializably. So if another transaction saves a record meanwhile, one of the two conflicts.
 */
final class InlineBuild {
  /** The errors with which an index may refuse a record that was saved before the index existed. */
  static final Set<Code> CONTRADICTIONS =
      Collections.unmodifiableSet(
          EnumSet.of(Code.KEY_NOT_COMPUTABLE, Code.KEY_TOO_LARGE, Code.VALUE_TOO_LARGE));

  private final StoreState state;
  private final RecordReader reader;
  private final BoundIndex index;
  private final StoreMetaData metaData;
  private final List<IndexedRecord> records = new ArrayList<>();
  private boolean complete = true;

  InlineBuild(StoreState state, RecordReader reader, StoreMetaData metaData, BoundIndex index) {
    this.state = state;
    this.reader = reader;
    this.index = index;
    this.metaData = metaData;
  }

  /**
   * Builds the index. Disables it instead when the store exceeds a limit, or when existing records
   * contradict the index: two with one value in a unique index, or one whose columns are too long
   * for a key.
   *
   * @return the new state of the index
   */
  CompletableFuture<IndexState> run(BuildLimits limits) {
    return state.whileRebuilding(index.name(), () -> collectAndFill(limits));
  }

  private CompletableFuture<IndexState> collectAndFill(BuildLimits limits) {
    Iterator<BoundType> types =
        metaData.bound().types().stream().filter(index::has).toList().iterator();
    ScanBudget budget = budget(limits);
    return AsyncLoop.whileTrue(
            () ->
                types.hasNext() && complete
                    ? collect(types.next(), limits, budget).thenApply(nothing -> true)
                    : CompletableFuture.completedFuture(false))
        .thenCompose(nothing -> finish());
  }

  /** Ends a scan that has read more than the limit, and not one that has read just as much. */
  private ScanBudget budget(BuildLimits limits) {
    long bytes = limits.bytesMax() == Long.MAX_VALUE ? 0 : limits.bytesMax() + 1;
    return new ScanBudget(
        ScanLimits.none().withBytesMax(bytes), state.context().environment().clock());
  }

  private CompletableFuture<Void> collect(BoundType type, BuildLimits limits, ScanBudget budget) {
    int left = limits.recordsMax() - records.size();
    ScanOptions options =
        ScanOptions.defaults()
            .withRowsMax(left == Integer.MAX_VALUE ? 0 : left + 1)
            .withBudget(budget);
    return reader
        .scan(type, TupleRange.all(), Continuation.START, options)
        .asPage()
        .thenAccept(
            page -> {
              complete = page.reason() == CursorResult.Reason.SOURCE_EXHAUSTED;
              page.items().forEach(record -> records.add(record.indexed(type)));
            });
  }

  private CompletableFuture<IndexState> finish() {
    state.clearIndex(index.subspaceKey());
    WriteBatch batch = new WriteBatch(state.context(), state.pending());
    boolean built = complete && fill(batch);
    CompletableFuture<Void> written =
        built ? batch.apply() : CompletableFuture.completedFuture(null);
    return written.thenApply(
        nothing -> {
          IndexState result = built ? IndexState.READABLE : IndexState.DISABLED;
          state.write(index.subspaceKey(), result);
          return result;
        });
  }

  /** Whether the records fit the index; one that does not must not keep the store shut. */
  private boolean fill(WriteBatch batch) {
    IndexKeys indexKeys = state.keys().index(index, IndexState.READABLE);
    try {
      records.forEach(
          record -> index.maintainer().update(indexKeys, new RecordChange(null, record), batch));
      return index.maintainer().contradiction(records).isEmpty();
    } catch (RecordLayerException e) {
      if (CONTRADICTIONS.contains(e.code())) {
        return false;
      }
      throw e;
    }
  }
}
