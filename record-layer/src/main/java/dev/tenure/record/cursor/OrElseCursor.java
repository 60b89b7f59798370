package dev.tenure.record.cursor;

import dev.tenure.record.tuple.Varint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The values of a first cursor, or of another one when the first is empty. The first value or the
 * end of the first cursor decides, never a limit. Later executions keep the decision, whatever is
 * written between them. State: the decision.
 */
final class OrElseCursor<T> implements RecordCursor<T> {
  private static final int UNDECIDED = 0;
  private static final int FIRST = 1;
  private static final int OTHER = 2;

  private final CursorSource<T> other;
  private int decision = UNDECIDED;
  private final CurrentCursor<T> current;

  OrElseCursor(Continuation from, CursorSource<T> first, CursorSource<T> other) {
    this.other = other;
    Continuation inner = Continuation.START;
    if (!from.isStart()) {
      Continuation node = from.require(Operator.OR_ELSE, 0, 1);
      decision = ContinuationCodec.number(node.state());
      inner = node.children().get(0);
    }
    if (decision > OTHER) {
      throw ContinuationCodec.refused("has the decision " + decision + " of OR_ELSE");
    }
    current = new CurrentCursor<>((decision == OTHER ? other : first).resume(inner));
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> current.get().next().thenApply(this::taken));
  }

  private Optional<CursorResult<T>> taken(CursorResult<T> result) {
    if (result.hasNext() && decision == UNDECIDED) {
      decision = FIRST;
    }
    if (decision != UNDECIDED || result.reason().isLimit()) {
      return Optional.of(Results.within(result, this::in));
    }
    decision = OTHER;
    current.replace(() -> other.open(Continuation.START));
    return Optional.empty();
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(Operator.OR_ELSE, 0, Varint.bytes(decision), List.of(inner));
  }

  @Override
  public void close() {
    current.close();
  }
}
