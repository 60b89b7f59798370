package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One row for each tuple of columns a record gives: columns and primary key → covering columns. */
record ValueIndexMaintainer(BoundIndex index) implements IndexMaintainer {
  private static final byte[] NO_VALUE = {};

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    NavigableMap<byte[], Tuple> before = rows(keys, change.before());
    NavigableMap<byte[], Tuple> after = rows(keys, change.after());
    byte[] value = value(change.after());
    boolean sameValue = Arrays.equals(value(change.before()), value);
    for (byte[] key : before.keySet()) {
      if (!after.containsKey(key)) {
        batch.clear(key);
      }
    }
    after.forEach(
        (key, columns) -> {
          boolean isNew = !before.containsKey(key);
          if (isNew || !sameValue) {
            batch.set(key, value);
          }
          if (isNew && index.index().isUnique() && !hasNull(columns)) {
            Tuple primaryKey = Objects.requireNonNull(change.after(), "after").primaryKey();
            batch.addCheck(new UniquenessCheck(keys, index, columns, primaryKey)::run);
          }
        });
  }

  /** The columns of each row, by its key. */
  private NavigableMap<byte[], Tuple> rows(IndexKeys keys, @Nullable IndexedRecord record) {
    NavigableMap<byte[], Tuple> rows = new TreeMap<>(Arrays::compareUnsigned);
    if (record != null) {
      for (Tuple columns : index.columnsOf(record)) {
        rows.put(keys.key(index.entryKey(columns, record)), columns);
      }
    }
    return rows;
  }

  private byte[] value(@Nullable IndexedRecord record) {
    return record != null && index.isCovering() && index.has(record.type())
        ? index.coveringOf(record).pack()
        : NO_VALUE;
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    try {
      return index.entry(key, Tuple.fromBytes(value));
    } catch (RuntimeException e) {
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
              + " columns and a primary key, and a tuple ("
              + where
              + ")",
          e);
    }
  }

  @Override
  public Optional<String> contradiction(List<IndexedRecord> records) {
    Map<Tuple, IndexedRecord> seen = new HashMap<>();
    for (IndexedRecord record : index.index().isUnique() ? records : List.<IndexedRecord>of()) {
      for (Tuple columns : index.columnsOf(record)) {
        IndexedRecord other = hasNull(columns) ? null : seen.putIfAbsent(columns, record);
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

  private static boolean hasNull(Tuple columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) == null) {
        return true;
      }
    }
    return false;
  }
}
