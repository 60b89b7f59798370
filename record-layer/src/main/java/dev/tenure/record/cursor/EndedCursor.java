package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;

/** Nothing: the range is empty, or the scan has ended before. */
public record EndedCursor<T>() implements RecordCursor<T> {
  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return CompletableFuture.completedFuture(
        new CursorResult.Stop<>(CursorResult.Reason.SOURCE_EXHAUSTED, Continuation.END));
  }

  @Override
  public void close() {}
}
