package dev.tenure.record.index.value;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Checks entries whose keys are columns and primary key, and whose values are covering columns.
 *
 * @param isUnique whether no two records may have equal columns
 */
public record ValueAudit(BoundIndex index, boolean isUnique) implements IndexAudit.Entries {
  private static final Tuple NOTHING = new Tuple();

  @Override
  public NavigableMap<byte[], byte[]> of(IndexKeys keys, IndexedRecord record) {
    NavigableMap<byte[], byte[]> rows = IndexAudit.rows();
    for (Tuple tuple : index.tuplesOf(record)) {
      Tuple covering = index.isCovering() ? index.covering(tuple) : NOTHING;
      rows.put(keys.key(index.entryKey(index.indexed(tuple), record)), covering.pack());
    }
    return rows;
  }

  @Override
  public IndexEntry owner(Tuple key) {
    return index.entry(key, NOTHING);
  }

  @Override
  public NavigableMap<byte[], Tuple> unique(IndexKeys keys, IndexedRecord record) {
    NavigableMap<byte[], Tuple> compared = new TreeMap<>(Arrays::compareUnsigned);
    if (isUnique) {
      for (Tuple tuple : index.tuplesOf(record)) {
        Tuple columns = index.indexed(tuple);
        if (index.comparedWhenUnique(record, columns)) {
          compared.put(keys.key(index.entryKey(columns, record)), columns);
        }
      }
    }
    return compared;
  }
}
