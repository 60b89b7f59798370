package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;

/**
 * The first values of another cursor, up to a number for this execution. The number is not part of
 * the continuation.
 */
final class LimitedCursor<T> implements RecordCursor<T> {
  private final RecordCursor<T> source;
  private final int rowsMax;
  private Continuation last = Continuation.START;
  private int rows;

  LimitedCursor(RecordCursor<T> source, int rowsMax) {
    if (rowsMax < 1) {
      throw new IllegalArgumentException("limit of " + rowsMax + " rows, the least is 1");
    }
    this.source = source;
    this.rowsMax = rowsMax;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    if (rows == rowsMax) {
      return CompletableFuture.completedFuture(
          new CursorResult.Stop<>(CursorResult.Reason.ROW_LIMIT, last));
    }
    return source.next().thenApply(this::counted);
  }

  private CursorResult<T> counted(CursorResult<T> result) {
    rows++;
    last = result.continuation();
    return result;
  }

  @Override
  public void close() {
    source.close();
  }
}
