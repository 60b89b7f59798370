package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.WriteBatch;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Checks the entries of records in a permuted index. */
record PermutedEntries(PermutedMaintainer maintainer) implements IndexAudit.Entries {
  private static final byte[] NO_VALUE = {};
  private static final Tuple NO_COLUMNS = new Tuple();

  @Override
  public NavigableMap<byte[], byte[]> of(IndexKeys keys, IndexedRecord record) {
    NavigableMap<byte[], byte[]> rows = IndexAudit.rows();
    maintainer.entries(keys, record).keySet().forEach(key -> rows.put(key, NO_VALUE));
    return rows;
  }

  @Override
  public IndexEntry owner(Tuple key) {
    return maintainer.columns().index().entry(key, NO_COLUMNS);
  }

  @Override
  public Range range(IndexKeys keys) {
    return PermutedColumns.entries(keys).range(NO_COLUMNS);
  }

  @Override
  public void put(OpenIndex index, byte[] key, byte[] value, WriteBatch batch) {
    inTurn(index, batch, context -> context.set(key, value));
  }

  @Override
  public void remove(OpenIndex index, byte[] key, WriteBatch batch) {
    inTurn(index, batch, context -> context.clear(key));
  }

  @Override
  public void clearRow(OpenIndex index, byte[] row, WriteBatch batch) {
    remove(index, row, batch);
  }

  private static void inTurn(OpenIndex index, WriteBatch batch, Consumer<RecordContext> write) {
    batch.structure(
        index.keys(),
        context -> {
          write.accept(context);
          return CompletableFuture.completedFuture(null);
        });
  }
}
