package dev.tenure.record.cursor;

import java.util.function.Function;

/** The values of another cursor, each after a function was applied to it. */
record MappedCursor<T, R>(RecordCursor<T> source, Function<? super T, ? extends R> function)
    implements DerivedCursor<T, R> {

  @Override
  public CursorResult<R> derive(CursorResult<T> result) {
    if (result instanceof CursorResult.Stop<T> stop) {
      return stop.as();
    }
    R mapped = Results.require(function.apply(result.value()), "function of map", "value");
    return new CursorResult.Value<>(mapped, result.continuation());
  }
}
