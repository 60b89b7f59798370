package dev.tenure.record.cursor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A cursor that makes its results from those of one source, one by one. Results that the source has
 * at hand are made without futures.
 */
interface DerivedCursor<T, R> extends RecordCursor<R> {
  RecordCursor<T> source();

  /** The result for the next result of the source; null to go on with the one behind it. */
  @Nullable CursorResult<R> derive(CursorResult<T> result);

  @Override
  default CompletableFuture<CursorResult<R>> next() {
    return Results.until(
        () -> source().next().thenApply(result -> Optional.ofNullable(derive(result))));
  }

  @Override
  default @Nullable CursorResult<R> atHand() {
    CursorResult<R> derived = null;
    while (derived == null) {
      CursorResult<T> result = source().atHand();
      if (result == null) {
        return null;
      }
      derived = derive(result);
    }
    return derived;
  }

  @Override
  default void close() {
    source().close();
  }
}
