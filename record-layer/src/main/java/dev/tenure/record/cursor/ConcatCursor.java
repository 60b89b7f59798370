package dev.tenure.record.cursor;

import dev.tenure.record.tuple.Varint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The values of the first part, then those of the second, and so on. State: the number of the part
 * that is read.
 */
final class ConcatCursor<T> implements RecordCursor<T> {
  private final List<CursorSource<T>> parts;
  private int part;
  private final CurrentCursor<T> current;

  ConcatCursor(Continuation from, List<CursorSource<T>> parts) {
    this.parts = List.copyOf(parts);
    Continuation inner = Continuation.START;
    if (!from.isStart()) {
      Continuation node = from.require(Operator.CONCAT, parts.size(), 1);
      part = ContinuationCodec.number(node.state());
      inner = node.children().get(0);
    }
    if (part >= parts.size()) {
      throw ContinuationCodec.refused("is in part " + part + " of " + parts.size());
    }
    current = new CurrentCursor<>(parts.get(part).resume(inner));
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> current.get().next().thenApply(this::taken));
  }

  private Optional<CursorResult<T>> taken(CursorResult<T> result) {
    if (result.hasNext() || result.reason().isLimit() || part + 1 == parts.size()) {
      return Optional.of(Results.within(result, this::in));
    }
    part++;
    current.replace(() -> parts.get(part).open(Continuation.START));
    return Optional.empty();
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(Operator.CONCAT, parts.size(), Varint.bytes(part), List.of(inner));
  }

  @Override
  public void close() {
    current.close();
  }
}
