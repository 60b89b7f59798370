package dev.tenure.record.cursor;

import dev.tenure.record.tuple.Varint;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Skips a number of first values, or returns only them, counted over all executions together.
 * State: how many of these values are still to come.
 */
final class CountedCursor<T> implements DerivedCursor<T, T> {
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
    this.source = StrictCursor.unwrapped(source.resume(inner));
  }

  static <T> CountedCursor<T> skip(int count, Continuation from, CursorSource<T> source) {
    return new CountedCursor<>(Operator.SKIP, count, from, source);
  }

  static <T> CountedCursor<T> atMost(int count, Continuation from, CursorSource<T> source) {
    return new CountedCursor<>(Operator.AT_MOST, count, from, source);
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    if (isFull()) {
      return CompletableFuture.completedFuture(CursorResult.Stop.exhausted());
    }
    return DerivedCursor.super.next();
  }

  @Override
  public @Nullable CursorResult<T> atHand() {
    return isFull() ? CursorResult.Stop.exhausted() : DerivedCursor.super.atHand();
  }

  private boolean isFull() {
    return operator == Operator.AT_MOST && rest == 0;
  }

  @Override
  public RecordCursor<T> source() {
    return source;
  }

  @Override
  public @Nullable CursorResult<T> derive(CursorResult<T> result) {
    boolean counted = result.hasNext() && rest > 0;
    rest -= counted ? 1 : 0;
    return counted && operator == Operator.SKIP ? null : Results.within(result, this::in);
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(operator, count, Varint.bytes(rest), List.of(inner));
  }
}
