package dev.tenure.record.index.value;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One row for each tuple of columns a record gives: columns and primary key → covering columns. */
record ValueIndexMaintainer(BoundIndex index) implements IndexMaintainer {
  private static final Tuple NOTHING = new Tuple();

  /** All columns in a row of the index. */
  private record Row(Tuple indexed, Tuple covering) {}

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    if (index.isUnchanged(change)) {
      return;
    }
    NavigableMap<byte[], Row> before = rows(keys, change.before());
    NavigableMap<byte[], Row> after = rows(keys, change.after());
    for (byte[] key : before.keySet()) {
      if (!after.containsKey(key)) {
        batch.clear(key);
      }
    }
    after.forEach(
        (key, row) -> {
          Row old = before.get(key);
          if (old == null || !old.covering().equals(row.covering())) {
            batch.set(key, row.covering().pack());
          }
          if (old == null && index.index().isUnique()) {
            IndexedRecord record = Objects.requireNonNull(change.after(), "after");
            addCheck(keys, row.indexed(), record, batch);
          }
        });
  }

  /** The rows of a record, by their keys. */
  private NavigableMap<byte[], Row> rows(IndexKeys keys, @Nullable IndexedRecord record) {
    NavigableMap<byte[], Row> rows = new TreeMap<>(Arrays::compareUnsigned);
    if (record != null) {
      for (Tuple tuple : index.tuplesOf(record)) {
        Tuple indexed = index.indexed(tuple);
        Tuple covering = index.isCovering() ? index.covering(tuple) : NOTHING;
        rows.put(keys.key(index.entryKey(indexed, record)), new Row(indexed, covering));
      }
    }
    return rows;
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    try {
      return index.entry(key, value);
    } catch (IllegalArgumentException e) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "entry of index "
              + index.name()
              + " has the key "
              + key
              + " and a value of "
              + value.length
              + " bytes, expected "
              + index.columnCount()
              + " columns and a primary key, and a tuple of "
              + index.coveringCount()
              + ": "
              + e.getMessage()
              + " ("
              + where
              + ")",
          e);
    }
  }

  @Override
  public Optional<String> contradiction(List<IndexedRecord> records) {
    Map<Tuple, IndexedRecord> seen = new TreeMap<>();
    for (IndexedRecord record : index.index().isUnique() ? records : List.<IndexedRecord>of()) {
      for (Tuple tuple : index.tuplesOf(record)) {
        Tuple columns = index.indexed(tuple);
        IndexedRecord other =
            index.comparedWhenUnique(record, columns) ? seen.putIfAbsent(columns, record) : null;
        if (other != null) {
          return Optional.of(
              "the records "
                  + other.primaryKey()
                  + " and "
                  + record.primaryKey()
                  + " have the value "
                  + columns);
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean isIdempotent() {
    return true;
  }

  @Override
  public int clearableColumns() {
    return index.columnCount();
  }

  @Override
  public List<IndexCandidate> candidates() {
    return List.of(IndexCandidate.byValue(index));
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new ValueAudit(index, index.index().isUnique())));
  }

  private void addCheck(IndexKeys keys, Tuple columns, IndexedRecord record, WriteBatch batch) {
    if (index.comparedWhenUnique(record, columns)) {
      batch.addCheck(new UniquenessCheck(keys, index, columns, record.primaryKey())::run);
    }
  }
}
