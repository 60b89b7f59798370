package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Enforces the rules of {@link RecordCursor} on a cursor and its caller: one call at a time, the
 * same stop or error on each further call, and all cursors below closed after either. So an
 * operator need only know its next step.
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
