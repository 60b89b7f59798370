package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The first values of another cursor, up to a number for this execution. The number is not part of
 * the continuation.
 */
final class LimitedCursor<T> implements DerivedCursor<T, T> {
  private final RecordCursor<T> source;
  private final int rowsMax;
  private Continuation last = Continuation.START;
  private int rows;

  LimitedCursor(RecordCursor<T> source, int rowsMax) {
    if (rowsMax < 1) {
      throw new IllegalArgumentException("limit of " + rowsMax + " rows, the least is 1");
    }
    this.source = StrictCursor.unwrapped(source);
    this.rowsMax = rowsMax;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return rows == rowsMax ? CompletableFuture.completedFuture(stop()) : DerivedCursor.super.next();
  }

  @Override
  public @Nullable CursorResult<T> atHand() {
    return rows == rowsMax ? stop() : DerivedCursor.super.atHand();
  }

  private CursorResult<T> stop() {
    return new CursorResult.Stop<>(CursorResult.Reason.ROW_LIMIT, last);
  }

  @Override
  public RecordCursor<T> source() {
    return source;
  }

  @Override
  public CursorResult<T> derive(CursorResult<T> result) {
    rows++;
    last = result.continuation();
    return result;
  }
}
