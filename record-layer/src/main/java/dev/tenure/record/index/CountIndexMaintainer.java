package dev.tenure.record.index;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.metadata.Index;
import java.util.List;

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
  public void clear(Range rows, WriteBatch batch) {
    batch.clear(rows);
    batch.discardCounts(rows);
  }
}
