package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The values of all children in one order. Of values with equal keys, one is returned. */
record UnionCursor<T>(MergeChildren<T> children) implements RecordCursor<T> {

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return children.read().thenApply(nothing -> step());
  }

  @Override
  public @Nullable CursorResult<T> atHand() {
    return children.readAtHand() ? step() : null;
  }

  private CursorResult<T> step() {
    CursorResult<T> limited = children.limited();
    if (limited != null) {
      return limited;
    }
    return children.allExhausted()
        ? CursorResult.Stop.exhausted()
        : children.take(children.firstKey());
  }

  @Override
  public void close() {
    children.close();
  }
}
