package dev.tenure.record.store.row;

import com.apple.foundationdb.KeyValue;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The split records of a range, each of which is a row. Reads one key ahead to find the end of a
 * record.
 */
final class SplitRows implements RowSource {
  private final KeyRows keys;
  private final ScanRange range;
  private final StoreKeys storeKeys;
  private @Nullable KeyValue ahead;

  SplitRows(KeyRows keys, ScanRange range, StoreKeys storeKeys) {
    this.keys = keys;
    this.range = range;
    this.storeKeys = storeKeys;
  }

  @Override
  public CompletableFuture<@Nullable StoredRow> next() {
    KeyValue first = ahead;
    if (first != null) {
      return collect(first);
    }
    return keys.nextKey()
        .thenCompose(row -> row == null ? CompletableFuture.completedFuture(null) : collect(row));
  }

  private CompletableFuture<@Nullable StoredRow> collect(KeyValue first) {
    SplitRecord record = new SplitRecord(recordOf(first.getKey()), storeKeys);
    record.add(first);
    ahead = null;
    return AsyncLoop.whileTrue(
            () ->
                keys.nextKey()
                    .thenApply(
                        row -> {
                          if (row != null && record.owns(row.getKey())) {
                            record.add(row);
                            return true;
                          }
                          ahead = row;
                          return false;
                        }))
        .thenApply(nothing -> record.toRow());
  }

  /** The prefix of all keys of the record that has this key. */
  private byte[] recordOf(byte[] key) {
    int base = range.base().length;
    int end = PackedTuples.end(key, base);
    if (end == PackedTuples.NONE || key[base] != StoreKeys.NESTED) {
      throw storeKeys.damaged(key, "split record", "a nested tuple, its primary key");
    }
    return Arrays.copyOf(key, end);
  }

  @Override
  public void close() {
    keys.close();
  }
}
