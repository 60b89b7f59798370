package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;

/** Nothing: the range is empty, or the scan has ended before. */
public record EndedCursor<T>() implements RecordCursor<T> {
  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return CompletableFuture.completedFuture(CursorResult.Stop.exhausted());
  }

  @Override
  public void close() {}
}
