package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;

/** A cursor without values, for an empty range or a scan that has already ended. */
public record EndedCursor<T>() implements RecordCursor<T> {
  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return CompletableFuture.completedFuture(CursorResult.Stop.exhausted());
  }

  @Override
  public void close() {}
}
