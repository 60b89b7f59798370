package dev.tenure.record.cursor;

import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Operations on all values of a cursor. Each of them closes the cursor. */
final class Terminals {
  private Terminals() {}

  /** Gives each value to the consumer. Returns the stop. */
  static <T> CompletableFuture<CursorResult.Stop<T>> each(
      RecordCursor<T> cursor, Consumer<? super CursorResult.Value<T>> consumer) {
    CompletableFuture<CursorResult<T>> last = Results.until(() -> consume(cursor, consumer));
    return last.thenApply(stop -> new CursorResult.Stop<T>(stop.reason(), stop.continuation()))
        .whenComplete((stop, error) -> cursor.close());
  }

  /** Gives the consumer the values at hand and one more; the stop, or empty to go on. */
  private static <T> CompletableFuture<Optional<CursorResult<T>>> consume(
      RecordCursor<T> cursor, Consumer<? super CursorResult.Value<T>> consumer) {
    CursorResult<T> result = cursor.atHand();
    while (result instanceof CursorResult.Value<T> value) {
      consumer.accept(value);
      result = cursor.atHand();
    }
    return result == null
        ? cursor.next().thenApply(next -> consumed(next, consumer))
        : CompletableFuture.completedFuture(Optional.of(result));
  }

  private static <T> Optional<CursorResult<T>> consumed(
      CursorResult<T> result, Consumer<? super CursorResult.Value<T>> consumer) {
    if (result instanceof CursorResult.Value<T> value) {
      consumer.accept(value);
      return Optional.empty();
    }
    return Optional.of(result);
  }

  static <T> CompletableFuture<ContinuingCursor.Slice<T>> drain(RecordCursor<T> cursor) {
    List<CursorResult.Value<T>> values = new ArrayList<>();
    return each(cursor, values::add).thenApply(stop -> new ContinuingCursor.Slice<>(values, stop));
  }

  static <T> CompletableFuture<RecordCursor.Page<T>> page(RecordCursor<T> cursor) {
    List<T> items = new ArrayList<>();
    return each(cursor, value -> items.add(present(value.value())))
        .thenApply(stop -> new RecordCursor.Page<>(items, stop.reason(), stop.continuation()));
  }

  static <T> CompletableFuture<Long> count(RecordCursor<T> cursor) {
    AtomicLong count = new AtomicLong();
    return each(cursor, value -> count.incrementAndGet())
        .thenApply(
            stop -> {
              if (stop.reason().isOutOfBand()) {
                throw unknown("count", stop);
              }
              return count.get();
            });
  }

  static <T> CompletableFuture<Optional<T>> first(RecordCursor<T> cursor) {
    return cursor
        .next()
        .thenApply(
            result -> {
              if (result instanceof CursorResult.Stop<T> stop && stop.reason().isLimit()) {
                throw unknown("first value", stop);
              }
              return result.hasNext() ? Optional.of(present(result.value())) : Optional.<T>empty();
            })
        .whenComplete((value, error) -> cursor.close());
  }

  /** The value itself; futures of mapAsync may have given null. */
  private static <T> T present(T value) {
    return Results.require(value, "cursor", "value");
  }

  private static RecordLayerException unknown(String what, CursorResult.Stop<?> stop) {
    return new RecordLayerException(
        RecordLayerException.Code.SCAN_BUDGET_EXCEEDED,
        "the "
            + what
            + " is not known: the cursor has stopped for "
            + stop.reason()
            + " at "
            + stop.continuation());
  }
}
