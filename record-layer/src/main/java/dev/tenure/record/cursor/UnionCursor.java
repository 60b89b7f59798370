package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;

/** The values of all children in one order. Of values with equal keys, one is returned. */
record UnionCursor<T>(MergeChildren<T> children) implements RecordCursor<T> {

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return children.read().thenApply(nothing -> step());
  }

  private CursorResult<T> step() {
    return children
        .limited()
        .orElseGet(
            () ->
                children.allExhausted()
                    ? CursorResult.Stop.exhausted()
                    : children.take(children.firstKey()));
  }

  @Override
  public void close() {
    children.close();
  }
}
