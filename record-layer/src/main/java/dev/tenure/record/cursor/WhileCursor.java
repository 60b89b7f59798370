package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * The values of another cursor before the first that a predicate does not accept. No state is
 * needed, because a cursor that continues there meets the rejected value again.
 */
record WhileCursor<T>(RecordCursor<T> source, Predicate<? super T> predicate)
    implements RecordCursor<T> {

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return source
        .next()
        .thenApply(
            result ->
                result.hasNext() && !predicate.test(result.value())
                    ? CursorResult.Stop.exhausted()
                    : result);
  }

  @Override
  public void close() {
    source.close();
  }
}
