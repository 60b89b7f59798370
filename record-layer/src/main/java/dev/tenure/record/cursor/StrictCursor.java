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
  private final CursorResult<T> none = CursorResult.Stop.exhausted();
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
      if (!isValue(before)) {
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
    if (isValue(result)) {
      return result;
    }
    return result.whenComplete(
        (value, error) -> {
          if (error != null || !value.hasNext()) {
            steps.close();
          }
        });
  }

  private boolean isValue(CompletableFuture<CursorResult<T>> result) {
    return result.isDone() && !result.isCompletedExceptionally() && result.getNow(none).hasNext();
  }

  @Override
  public void close() {
    closed = true;
    steps.close();
  }
}
