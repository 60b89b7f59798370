package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One row for each tuple of columns a record gives: columns and primary key → covering columns. */
record ValueIndexMaintainer(CompiledIndex index) implements IndexMaintainer {
  private static final byte[] NO_VALUE = {};

  @Override
  public void update(StoreKeys keys, RecordChange change, WriteBatch batch) {
    byte[] prefix = keys.indexPrefix(index);
    NavigableMap<byte[], Tuple> before = rows(prefix, change.primaryKey(), change.before());
    NavigableMap<byte[], Tuple> after = rows(prefix, change.primaryKey(), change.after());
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
            batch.addCheck(new UniquenessCheck(keys, index, columns, change.primaryKey()));
          }
        });
  }

  /** The columns of each row, by its key. */
  private NavigableMap<byte[], Tuple> rows(
      byte[] prefix, Tuple primaryKey, @Nullable Message message) {
    NavigableMap<byte[], Tuple> rows = new TreeMap<>(Arrays::compareUnsigned);
    if (message != null) {
      for (Tuple columns : index.columns().evaluate(message)) {
        rows.put(index.entryKey(columns, primaryKey).pack(prefix), columns);
      }
    }
    return rows;
  }

  private byte[] value(@Nullable Message message) {
    return message != null && index.isCovering()
        ? index.covering().evaluateOne(message).pack()
        : NO_VALUE;
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
