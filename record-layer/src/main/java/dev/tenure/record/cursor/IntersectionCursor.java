package dev.tenure.record.cursor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The values that all children have, compared by key, in the order of the children. Ends with the
 * first child that ends.
 */
record IntersectionCursor<T>(MergeChildren<T> children) implements RecordCursor<T> {

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> children.read().thenApply(nothing -> step()));
  }

  private Optional<CursorResult<T>> step() {
    if (children.anyExhausted()) {
      return Optional.of(CursorResult.Stop.exhausted());
    }
    Optional<CursorResult<T>> limited = children.limited();
    if (limited.isPresent()) {
      return limited;
    }
    byte[] last = children.lastKey();
    if (children.allAt(last)) {
      return Optional.of(children.take(last));
    }
    children.dropBefore(last);
    return Optional.empty();
  }

  @Override
  public void close() {
    children.close();
  }
}
