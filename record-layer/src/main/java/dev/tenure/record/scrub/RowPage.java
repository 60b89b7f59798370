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
 * @param isLast whether these are the last rows of the range
 */
record RowPage(List<KeyValue> rows, boolean isLast) {

  /**
   * Reads rows from the beginning of a range, at least one.
   *
   * @param rowsMax the most rows, at least 1
   * @param bytesMax the bytes after which no further row is read
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
