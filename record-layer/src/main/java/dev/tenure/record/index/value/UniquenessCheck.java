package dev.tenure.record.index.value;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.UniquenessViolationException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A commit check that no second record has these columns. While the index is being built, a second
 * record is noted instead of refused. The check reads the range of the columns serializably. So
 * when two transactions add the same value, the later one conflicts.
 */
record UniquenessCheck(IndexKeys keys, BoundIndex index, Tuple columns, Tuple primaryKey) {
  private static final byte[] NOTED = {};

  CompletableFuture<Void> run(RecordContext context) {
    return context
        .transaction()
        .getRange(keys.range(columns), 2, false, StreamingMode.EXACT)
        .asList()
        .thenAccept(rows -> requireOne(context, rows));
  }

  private void requireOne(RecordContext context, List<KeyValue> rows) {
    if (rows.size() < 2) {
      return;
    }
    Optional<byte[]> note = keys.duplicate(columns);
    if (note.isPresent()) {
      context.set(note.get(), NOTED);
      return;
    }
    IndexEntry first = entry(rows.get(0));
    IndexEntry second = entry(rows.get(1));
    boolean firstIsOther = second.primaryKey().equals(primaryKey);
    throw new UniquenessViolationException(
        "store " + keys.store(), firstIsOther ? second : first, firstIsOther ? first : second);
  }

  private IndexEntry entry(KeyValue row) {
    byte[] key = row.getKey();
    return index.maintainer().entry(keys.entryKey(key), row.getValue(), keys.describe(key));
  }
}
