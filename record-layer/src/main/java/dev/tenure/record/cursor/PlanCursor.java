package dev.tenure.record.cursor;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A whole plan: what its continuations fit is told by a fingerprint around them. No state. */
final class PlanCursor<T> implements RecordCursor<T> {
  private static final byte[] NO_STATE = new byte[0];

  private final long fingerprint;
  private final RecordCursor<T> source;

  PlanCursor(long fingerprint, Continuation from, CursorSource<T> source) {
    this.fingerprint = fingerprint;
    Continuation inner =
        from.isStart() ? from : from.require(Operator.PLAN, fingerprint, 1).children().get(0);
    this.source = source.resume(inner);
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return source.next().thenApply(result -> Results.within(result, this::in));
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(Operator.PLAN, fingerprint, NO_STATE, List.of(inner));
  }

  @Override
  public void close() {
    source.close();
  }
}
