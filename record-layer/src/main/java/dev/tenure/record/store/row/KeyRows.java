package dev.tenure.record.store.row;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterator;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The keys of a range, each of which is a row. */
final class KeyRows implements RowSource {
  private final AsyncIterator<KeyValue> iterator;

  private KeyRows(AsyncIterator<KeyValue> iterator) {
    this.iterator = iterator;
  }

  /**
   * Reads a range.
   *
   * @param rowsMax the most rows; 0 for all
   * @param mode the streaming mode; EXACT requires a limit
   */
  static KeyRows read(ReadTransaction reader, ScanRange range, int rowsMax, StreamingMode mode) {
    return new KeyRows(
        reader.getRange(range.begin(), range.end(), rowsMax, range.isReverse(), mode).iterator());
  }

  @Override
  public CompletableFuture<@Nullable StoredRow> next() {
    return nextKey()
        .thenApply(
            row ->
                row == null
                    ? null
                    : new StoredRow(
                        row.getKey(),
                        row.getValue(),
                        1,
                        (long) row.getKey().length + row.getValue().length));
  }

  /** The next key and value; null when there are no more. */
  CompletableFuture<@Nullable KeyValue> nextKey() {
    return iterator.onHasNext().thenApply(has -> has ? iterator.next() : null);
  }

  @Override
  public void close() {
    iterator.cancel();
  }
}
