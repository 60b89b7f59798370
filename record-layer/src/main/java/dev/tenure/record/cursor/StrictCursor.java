package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
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

  /**
   * A cursor for an operator that is strict itself: without the wrapper, whose rules the operator's
   * own wrapper enforces, unless the cursor has ended or is being read.
   */
  static <T> RecordCursor<T> unwrapped(RecordCursor<T> cursor) {
    return cursor instanceof StrictCursor<T> strict && strict.last == null && !strict.closed
        ? strict.steps
        : cursor;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    CompletableFuture<CursorResult<T>> ended = ended();
    if (ended != null) {
      return ended;
    }
    CursorResult<T> ready = stepAtHand();
    CompletableFuture<CursorResult<T>> result = last;
    if (ready != null) {
      result = CompletableFuture.completedFuture(ready);
    } else if (result == null || isValue(result)) {
      result = step();
    }
    last = result;
    return result;
  }

  @Override
  public @Nullable CursorResult<T> atHand() {
    CompletableFuture<CursorResult<T>> ended = ended();
    if (ended != null) {
      return ended.isCompletedExceptionally() ? null : ended.getNow(none);
    }
    return stepAtHand();
  }

  /** By the steps, so that those which apply functions themselves need no cursor above them. */
  @Override
  public <R> RecordCursor<R> map(Function<? super T, ? extends R> function) {
    RecordCursor<T> below = unwrapped(this);
    return below == this ? RecordCursor.super.map(function) : below.map(function);
  }

  /** The stop or the error that ended the cursor; null while it goes on. */
  private @Nullable CompletableFuture<CursorResult<T>> ended() {
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
    return null;
  }

  /**
   * The result at hand; null when there is none. Also null when the cursor below fails: the error
   * is then what {@link #next} gives.
   */
  private @Nullable CursorResult<T> stepAtHand() {
    try {
      CursorResult<T> ready = steps.atHand();
      if (ready != null && !ready.hasNext()) {
        last = CompletableFuture.completedFuture(ready);
        steps.close();
      }
      return ready;
    } catch (RuntimeException | Error e) {
      last = CompletableFuture.failedFuture(e);
      steps.close();
      return null;
    }
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
