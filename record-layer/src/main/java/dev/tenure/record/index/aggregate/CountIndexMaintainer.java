package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.PendingCounts;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.metadata.Index;
import java.util.List;
import java.util.Optional;

/** One counter for each group; its changes are added up until the commit. */
record CountIndexMaintainer(BoundIndex index) implements IndexMaintainer {

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    List<Tuple> before = index.tuplesOf(change.before());
    List<Tuple> after = index.tuplesOf(change.after());
    if (before.equals(after)) {
      return;
    }
    boolean clearWhenZero = index.index().has(Index.CLEAR_WHEN_ZERO);
    before.forEach(group -> batch.count(keys.key(group), -1, clearWhenZero));
    after.forEach(group -> batch.count(keys.key(group), 1, clearWhenZero));
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    if (key.size() != index.columnCount()) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "count of index "
              + index.name()
              + " has a group of "
              + key.size()
              + " columns, expected "
              + index.columnCount()
              + " ("
              + where
              + ")");
    }
    long count = PendingCounts.decode(value, where);
    return new IndexEntry(index.name(), key, Tuple.from(count), IndexEntry.NO_RECORD, new Tuple());
  }

  @Override
  public boolean isIdempotent() {
    return false;
  }

  @Override
  public int clearableColumns() {
    return index.columnCount();
  }

  /** Counts that this transaction has yet to write are written first. */
  @Override
  public RecordCursor<IndexEntry> scan(
      OpenIndex open, IndexScan scan, Continuation from, ScanOptions options) {
    open.pending().counts().flush(open.context());
    return IndexMaintainer.super.scan(open, scan, from, options);
  }

  @Override
  public List<IndexCandidate> candidates() {
    return List.of(IndexCandidate.byGroup(index, Index.COUNT, index.columnCount()));
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new CountAudit(index)));
  }
}
