package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Rows of a range as they are stored, read serializably.
 *
 * @param isLast whether there are no more behind them
 */
record RowPage(List<KeyValue> rows, boolean isLast) {

  /**
   * Reads from the begin of a range, one row at least.
   *
   * @param rowsMax at least 1
   * @param bytesMax no further row is read after this number of bytes
   */
  static CompletableFuture<RowPage> read(
      RecordContext context, Range range, int rowsMax, long bytesMax) {
    AsyncIterator<KeyValue> source =
        context.transaction().getRange(range, rowsMax, false, StreamingMode.ITERATOR).iterator();
    List<KeyValue> rows = new ArrayList<>();
    long[] bytes = {0};
    boolean[] more = {false};
    return AsyncLoop.whileTrue(
            () -> {
              if (rows.size() >= rowsMax || bytes[0] >= bytesMax) {
                more[0] = true;
                return CompletableFuture.completedFuture(false);
              }
              return source
                  .onHasNext()
                  .thenApply(
                      has -> {
                        if (has) {
                          KeyValue row = source.next();
                          rows.add(row);
                          bytes[0] += row.getKey().length + row.getValue().length;
                        }
                        return has;
                      });
            })
        .thenApply(
            nothing -> {
              source.cancel();
              return new RowPage(rows, !more[0]);
            });
  }
}
