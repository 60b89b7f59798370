package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The values of another cursor, each after a function was applied to it. */
record MappedCursor<T, R>(RecordCursor<T> source, Function<? super T, ? extends R> function)
    implements RecordCursor<R> {

  @Override
  public CompletableFuture<CursorResult<R>> next() {
    return source.next().thenApply(this::map);
  }

  private CursorResult<R> map(CursorResult<T> result) {
    if (result instanceof CursorResult.Stop<T> stop) {
      return stop.as();
    }
    R mapped = Results.require(function.apply(result.value()), "function of map", "value");
    return new CursorResult.Value<>(mapped, result.continuation());
  }

  @Override
  public void close() {
    source.close();
  }
}
