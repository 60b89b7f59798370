package dev.tenure.record.cursor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The values of another cursor that a predicate accepts. */
record FilteredCursor<T>(RecordCursor<T> source, Predicate<? super T> predicate)
    implements RecordCursor<T> {

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> source.next().thenApply(this::accepted));
  }

  private Optional<CursorResult<T>> accepted(CursorResult<T> result) {
    return result.hasNext() && !predicate.test(result.value())
        ? Optional.empty()
        : Optional.of(result);
  }

  @Override
  public void close() {
    source.close();
  }
}
