package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Holds a cursor, and its caller, to the rules of {@link RecordCursor}, so that an operator need
 * only know its next step: one call at a time, the same stop or error again, everything below
 * closed after either.
 */
final class StrictCursor<T> implements RecordCursor<T> {
  private final RecordCursor<T> steps;
  private volatile @Nullable CompletableFuture<CursorResult<T>> last;
  private volatile boolean closed;

  StrictCursor(RecordCursor<T> steps) {
    this.steps = steps;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    CompletableFuture<CursorResult<T>> before = last;
    if (before != null) {
      if (!before.isDone()) {
        throw new IllegalStateException("next() before the last result is done");
      }
      if (before.isCompletedExceptionally() || !before.join().hasNext()) {
        return before;
      }
    }
    if (closed) {
      throw new IllegalStateException("next() of a closed cursor");
    }
    CompletableFuture<CursorResult<T>> result = step();
    last = result;
    return result;
  }

  private CompletableFuture<CursorResult<T>> step() {
    CompletableFuture<CursorResult<T>> result;
    try {
      result = steps.next();
    } catch (RuntimeException | Error e) {
      result = CompletableFuture.failedFuture(e);
    }
    if (result.isDone() && !result.isCompletedExceptionally() && result.join().hasNext()) {
      return result;
    }
    return result.whenComplete(
        (value, error) -> {
          if (error != null || !value.hasNext()) {
            steps.close();
          }
        });
  }

  @Override
  public void close() {
    closed = true;
    steps.close();
  }
}
