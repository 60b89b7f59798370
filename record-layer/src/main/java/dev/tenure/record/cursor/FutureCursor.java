package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A cursor that is being opened. */
final class FutureCursor<T> implements RecordCursor<T> {
  private final CompletableFuture<? extends RecordCursor<T>> opening;
  private volatile boolean closed;

  FutureCursor(CompletableFuture<? extends RecordCursor<T>> opening) {
    this.opening = opening;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return opening.thenCompose(this::read);
  }

  private CompletableFuture<CursorResult<T>> read(@Nullable RecordCursor<T> opened) {
    RecordCursor<T> cursor = Results.require(opened, "opening of a cursor", "cursor");
    if (closed) {
      throw CurrentCursor.cancelled();
    }
    return cursor.next();
  }

  @Override
  public void close() {
    closed = true;
    var unused = opening.whenComplete((cursor, error) -> closeOpened(cursor));
  }

  private void closeOpened(@Nullable RecordCursor<T> cursor) {
    if (cursor != null) {
      cursor.close();
    }
  }
}
