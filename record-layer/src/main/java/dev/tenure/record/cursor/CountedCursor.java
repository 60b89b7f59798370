package dev.tenure.record.cursor;

import dev.tenure.record.tuple.Varint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Skips a number of first values, or returns only them, counted over all executions together.
 * State: how many of these values are still to come.
 */
final class CountedCursor<T> implements RecordCursor<T> {
  private final Operator operator;
  private final int count;
  private final RecordCursor<T> source;
  private int rest;

  private CountedCursor(Operator operator, int count, Continuation from, CursorSource<T> source) {
    if (count < 0) {
      throw new IllegalArgumentException(operator + " of " + count + " values, the least is 0");
    }
    this.operator = operator;
    this.count = count;
    Continuation inner = Continuation.START;
    rest = count;
    if (!from.isStart()) {
      Continuation node = from.require(operator, count, 1);
      rest = ContinuationCodec.number(node.state());
      inner = node.children().get(0);
    }
    if (rest > count) {
      throw ContinuationCodec.refused("has " + rest + " of " + count + " values before it");
    }
    this.source = source.resume(inner);
  }

  static <T> CountedCursor<T> skip(int count, Continuation from, CursorSource<T> source) {
    return new CountedCursor<>(Operator.SKIP, count, from, source);
  }

  static <T> CountedCursor<T> atMost(int count, Continuation from, CursorSource<T> source) {
    return new CountedCursor<>(Operator.AT_MOST, count, from, source);
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    if (operator == Operator.AT_MOST && rest == 0) {
      return CompletableFuture.completedFuture(CursorResult.Stop.exhausted());
    }
    return Results.until(() -> source.next().thenApply(this::taken));
  }

  private Optional<CursorResult<T>> taken(CursorResult<T> result) {
    boolean counted = result.hasNext() && rest > 0;
    rest -= counted ? 1 : 0;
    return counted && operator == Operator.SKIP
        ? Optional.empty()
        : Optional.of(Results.within(result, this::in));
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(operator, count, Varint.bytes(rest), List.of(inner));
  }

  @Override
  public void close() {
    source.close();
  }
}
