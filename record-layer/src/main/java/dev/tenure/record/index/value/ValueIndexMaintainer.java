package dev.tenure.record.index.value;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.tuple.KeyPacker;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps one row for each column tuple of a record: columns and primary key → covering columns. */
record ValueIndexMaintainer(BoundIndex index) implements IndexMaintainer {
  private static final Tuple NOTHING = new Tuple();
  private static final byte[] NO_PREFIX = {};

  /** A row of the index: its key, and its columns. */
  @SuppressWarnings("ArrayRecordComponent") // a key, never compared by equals
  private record Row(byte[] key, Tuple indexed, Tuple covering) {}

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    if (index.isUnchanged(change)) {
      return;
    }
    List<Row> before = rows(keys, change.before());
    List<Row> after = rows(keys, change.after());
    int old = 0;
    for (Row row : after) {
      while (old < before.size() && order(before.get(old), row) < 0) {
        batch.clear(before.get(old++).key());
      }
      if (old < before.size() && order(before.get(old), row) == 0) {
        setCovering(row, before.get(old++), batch);
      } else {
        add(keys, row, Objects.requireNonNull(change.after(), "after"), batch);
      }
    }
    before.subList(old, before.size()).forEach(row -> batch.clear(row.key()));
  }

  private static void setCovering(Row row, Row old, WriteBatch batch) {
    if (!old.covering().equals(row.covering())) {
      batch.set(row.key(), KeyPacker.pack(NO_PREFIX, row.covering()));
    }
  }

  private void add(IndexKeys keys, Row row, IndexedRecord record, WriteBatch batch) {
    batch.set(row.key(), KeyPacker.pack(NO_PREFIX, row.covering()));
    if (index.index().isUnique()) {
      addCheck(keys, row.indexed(), record, batch);
    }
  }

  /** The rows of a record, in the order of their keys. */
  private List<Row> rows(IndexKeys keys, @Nullable IndexedRecord record) {
    List<Tuple> tuples = index.tuplesOf(record);
    if (record == null || tuples.isEmpty()) {
      return List.of();
    }
    List<Row> rows = new ArrayList<>(tuples.size());
    for (Tuple tuple : tuples) {
      Tuple indexed = index.indexed(tuple);
      Tuple covering = index.isCovering() ? index.covering(tuple) : NOTHING;
      rows.add(new Row(keys.key(index.entryKey(indexed, record)), indexed, covering));
    }
    if (rows.size() > 1) {
      rows.sort(ValueIndexMaintainer::order);
    }
    return rows;
  }

  private static int order(Row one, Row other) {
    return Arrays.compareUnsigned(one.key(), other.key());
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    return entry(UnpackedTuple.of(key), value, where);
  }

  @Override
  public IndexEntry entry(UnpackedTuple key, byte[] value, String where) {
    return index.storedEntry(key, value, " columns", where, index::entry);
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
