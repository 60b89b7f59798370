package dev.tenure.record.cursor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The values that all children have, compared by key, in the order of the children. Ends with the
 * first child that ends.
 */
record IntersectionCursor<T>(MergeChildren<T> children) implements RecordCursor<T> {

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> children.read().thenApply(nothing -> Optional.ofNullable(step())));
  }

  @Override
  public @Nullable CursorResult<T> atHand() {
    CursorResult<T> found = null;
    while (found == null && children.readAtHand()) {
      found = step();
    }
    return found;
  }

  /** The next result; null when the children must read more for it. */
  private @Nullable CursorResult<T> step() {
    if (children.anyExhausted()) {
      return CursorResult.Stop.exhausted();
    }
    CursorResult<T> limited = children.limited();
    if (limited != null) {
      return limited;
    }
    byte[] last = children.lastKey();
    if (children.allAt(last)) {
      return children.take(last);
    }
    children.dropBefore(last);
    return null;
  }

  @Override
  public void close() {
    children.close();
  }
}
