package dev.tenure.record.cursor;

import java.util.function.Function;

/** The values of another cursor, each after a function was applied to it. */
record MappedCursor<T, R>(RecordCursor<T> source, Function<? super T, ? extends R> function)
    implements DerivedCursor<T, R> {

  @Override
  public CursorResult<R> derive(CursorResult<T> result) {
    return result instanceof CursorResult.Stop<T> stop
        ? stop.as()
        : new CursorResult.Value<>(function.apply(result.value()), result.continuation());
  }

  @Override
  public <S> RecordCursor<S> map(Function<? super R, ? extends S> next) {
    Function<R, S> behind = Cursors.ofMap(next);
    return Cursors.strict(
        new MappedCursor<T, S>(source, value -> behind.apply(function.apply(value))));
  }
}
