package dev.tenure.record;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A commit check: no second record has these columns. It reads the columns' range serializably, so
 * of two transactions that add the same value the later one conflicts.
 */
record UniquenessCheck(StoreKeys keys, CompiledIndex index, Tuple columns, Tuple primaryKey) {

  CompletableFuture<Void> run(RecordContext context) {
    byte[] prefix = keys.indexPrefix(index);
    byte[] begin = columns.pack(prefix);
    return context
        .transaction()
        .getRange(begin, StoreKeys.behind(begin), 2, false, StreamingMode.EXACT)
        .asList()
        .thenAccept(rows -> requireOne(rows, prefix.length));
  }

  private void requireOne(List<KeyValue> rows, int prefixLength) {
    if (rows.size() < 2) {
      return;
    }
    IndexEntry first = entry(rows.get(0), prefixLength);
    IndexEntry second = entry(rows.get(1), prefixLength);
    boolean firstIsOther = second.primaryKey().equals(primaryKey);
    throw new UniquenessViolationException(
        "store " + keys.describe(), firstIsOther ? second : first, firstIsOther ? first : second);
  }

  private IndexEntry entry(KeyValue row, int prefixLength) {
    byte[] key = row.getKey();
    return index.entry(Tuple.fromBytes(key, prefixLength, key.length - prefixLength), new Tuple());
  }
}
