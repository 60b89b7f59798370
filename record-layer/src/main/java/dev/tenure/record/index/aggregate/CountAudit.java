package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.PendingCounts;
import dev.tenure.record.key.KeyColumn;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** Counts of groups; a group without records may have the count 0 or none. */
record CountAudit(BoundIndex index) implements IndexAudit.Totals {

  @Override
  public void add(IndexKeys keys, IndexedRecord record, NavigableMap<byte[], byte[]> rows) {
    for (Tuple group : index.tuplesOf(record)) {
      rows.merge(
          keys.key(group),
          PendingCounts.encode(1),
          (old, one) -> PendingCounts.encode(count(old) + 1));
    }
  }

  @Override
  public boolean accepts(Optional<byte[]> found, Optional<byte[]> expected) {
    return found.map(this::isReadable).orElse(true)
        && found
            .map(CountAudit::count)
            .orElse(0L)
            .equals(expected.map(CountAudit::count).orElse(0L));
  }

  @Override
  public List<KeyColumn> groupColumns() {
    return index.index().columns().columns();
  }

  @Override
  public void requireKey(Tuple key) {
    if (key.size() != index.columnCount()) {
      throw new IllegalArgumentException(
          "group has " + key.size() + " columns, expected " + index.columnCount());
    }
  }

  @Override
  public boolean isReadable(byte[] value) {
    return value.length == Long.BYTES;
  }

  @Override
  public String describe(byte[] value) {
    return isReadable(value) ? Long.toString(count(value)) : IndexAudit.describe(value);
  }

  private static long count(byte[] value) {
    return PendingCounts.decode(value, "");
  }
}
