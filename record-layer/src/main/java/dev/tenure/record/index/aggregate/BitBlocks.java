package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one group of a bitmap index, one row ahead. Belongs to its cursor. */
final class BitBlocks {
  private final BitmapQuery.Group group;
  private final RecordCursor<IndexEntry> rows;
  private @Nullable CursorResult<IndexEntry> head;

  /**
   * The rows from an offset on.
   *
   * @param begin the offset of the first row
   */
  BitBlocks(BitmapQuery.Group group, long begin, ScanOptions options) {
    this.group = group;
    BitmapMaintainer maintainer = group.maintainer();
    byte[] first = maintainer.rows().key(group.open().keys(), group.group(), begin);
    Range rest = new Range(first, group.open().keys().range(group.group()).end);
    this.rows =
        Cursors.ofFuture(
            maintainer
                .flush(group.open())
                .thenApply(
                    nothing ->
                        group.open().rows(rest, Continuation.START, options, maintainer::entry)));
  }

  BitmapQuery.Group group() {
    return group;
  }

  /** Reads the next row, unless it was already read. */
  CompletableFuture<Void> read() {
    if (head != null) {
      return CompletableFuture.completedFuture(null);
    }
    return rows.next()
        .thenAccept(
            result -> {
              head = result;
            });
  }

  private CursorResult<IndexEntry> head() {
    if (head == null) {
      throw new IllegalStateException("rows of " + group + " are not read");
    }
    return head;
  }

  /** Whether there are no more rows. */
  boolean isExhausted() {
    return !head().hasNext() && !head().reason().isLimit();
  }

  /** Whether a limit was met before the next row. */
  boolean isLimited() {
    return !head().hasNext() && head().reason().isLimit();
  }

  /** The reason why there is no next row. */
  CursorResult.Reason reason() {
    return head().reason();
  }

  /** The offset of the next row; {@link Long#MAX_VALUE} after the last row. */
  long offset() {
    if (!head().hasNext()) {
      return Long.MAX_VALUE;
    }
    return head().value().key().getLong(group.group().size());
  }

  /** The bits of the row at an offset; no bits when the next row has another offset. */
  byte[] bits(long offset) {
    if (!head().hasNext() || offset() != offset) {
      return new byte[group.maintainer().rows().bytes()];
    }
    Tuple value = head().value().value();
    return value.getBytes(0);
  }

  /** Continues after the row at an offset. */
  void skip(long offset) {
    if (head().hasNext() && offset() == offset) {
      head = null;
    }
  }

  void close() {
    rows.close();
  }
}
